"""What a drill found."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Report:
    """The results of a drill, line by line, and the faults among them."""

    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        """Add a line, and print it at once."""
        self.lines.append(line)
        print(f"  {line}", flush=True)

    def demand(self, holds: object, fault: str) -> None:
        """Note a fault unless this holds."""
        if not holds:
            self.faults.append(fault)
            self.say(f"FAULT: {fault}")
