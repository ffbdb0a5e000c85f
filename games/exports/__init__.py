"""Public matches of a month as files, for whoever wants to study or keep them (docs/operators/archive.md)."""

from games.exports.files import ExportRefused
from games.exports.month import Month
from games.exports.run import Progress, export

__all__ = ["ExportRefused", "Month", "Progress", "export"]
