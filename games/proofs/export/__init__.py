"""Exports the public matches of a month as files, to be studied or kept (docs/operators/archive.md)."""

from games.proofs.export.files import ExportRefused
from games.proofs.export.month import Month
from games.proofs.export.run import Progress, export

__all__ = ["ExportRefused", "Month", "Progress", "export"]
