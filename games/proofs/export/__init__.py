"""Public matches of a month as files, for whoever wants to study or keep them (docs/operators/archive.md)."""

from games.proofs.export.files import ExportRefused
from games.proofs.export.month import Month
from games.proofs.export.run import Progress, export

__all__ = ["ExportRefused", "Month", "Progress", "export"]
