"""One pedal in somebody's hands: its event devices, and what its keys mean together."""

from __future__ import annotations

from collections.abc import Sequence

from voicekeeper.button.contact import Contact, Mode
from voicekeeper.button.events import ButtonEvent, Key, Pressed
from voicekeeper.button.keys import meaning
from voicekeeper.button.node import Edge, Node


class Unit:
    """Edges of the keys of its `nodes` in, what is told of them out; `source` is its name."""

    def __init__(self, source: str, mode: Mode) -> None:
        self.source = source
        self.nodes: list[Node] = []
        self._held: set[tuple[Node, int]] = set()
        self._contact = Contact(source, mode)
        self._tapped = self._contact if mode == "tap" else Contact(source, "tap")

    def dues(self) -> list[float]:
        """When its contacts have something to say by themselves."""
        dues = (contact.due for contact in (self._contact, self._tapped))
        return [due for due in dues if due is not None]

    def take(self, node: Node, edge: Edge) -> Sequence[ButtonEvent]:
        """A key of one of its devices went down or came up."""
        code, down, at = edge
        match meaning(code, remote=node.found.remote):
            case None:
                return []
            case "button":
                (self._held.add if down else self._held.discard)((node, code))
                return self._contact.change(bool(self._held), at)
            case "tapped":
                return self._tapped.change(down, at)
            case key:
                return [Key(key)] if down else []

    def settle(self, now: float) -> Sequence[ButtonEvent]:
        """What its contacts say once they have come to rest."""
        return [*self._contact.settle(now), *self._tapped.settle(now)]

    def lose(self, node: Node, now: float) -> Sequence[ButtonEvent]:
        """One of its devices is gone: nobody can let go of what was held there."""
        self.nodes.remove(node)
        node.close()
        left = {held for held in self._held if held[0] is not node}
        released = bool(self._held) and not left
        self._held = left
        return self.let_go(now) if released or not self.nodes else []

    def let_go(self, now: float) -> Sequence[ButtonEvent]:
        """Nobody can let go of it any more."""
        self._held.clear()
        return [*self._contact.let_go(now), *self._tapped.let_go(now)]

    def forget(self, pressed: Pressed) -> None:
        """What this press began has ended by itself, or never began."""
        for contact in (self._contact, self._tapped):
            contact.forget(pressed)

    def close(self) -> None:
        """Let its devices go."""
        for node in self.nodes:
            node.close()
        self.nodes.clear()
