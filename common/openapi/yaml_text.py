"""The description as YAML: short mappings and lists take at most two lines."""

from __future__ import annotations

from typing import Any, Final

import yaml

WIDTH: Final = 120
_LONGEST: Final = 180
"""Characters of a mapping or list that is written in one or two lines."""


def to_yaml(document: dict[str, Any]) -> str:
    """Return `document` as YAML, without anchors."""
    node = _Representer().represent_data(document)
    _set_style(node)
    text: str = yaml.serialize(node, Dumper=yaml.CSafeDumper, allow_unicode=True, width=WIDTH)
    return text


class _Representer(yaml.representer.SafeRepresenter):
    def __init__(self) -> None:
        super().__init__(default_flow_style=False, sort_keys=False)

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - its signature
        return True


def _set_style(node: yaml.Node) -> int:
    """Choose the style of a node and all within; return its approximate length in one line."""
    if isinstance(node, yaml.SequenceNode):
        length = sum(_set_style(one) + 2 for one in node.value)
        of_words = all(isinstance(one, yaml.ScalarNode) for one in node.value)
        node.flow_style = bool(of_words or length <= _LONGEST)
        return length
    if isinstance(node, yaml.MappingNode):
        length = sum(_set_style(key) + _set_style(value) + 4 for key, value in node.value)
        node.flow_style = length <= _LONGEST
        for key, value in node.value:
            if key.value == "x-problem-codes" and isinstance(value, yaml.MappingNode):
                value.flow_style = True
        return length
    if isinstance(node, yaml.ScalarNode) and "\n" in node.value:
        node.style = "|"
        return _LONGEST + 1
    return len(node.value) + 2
