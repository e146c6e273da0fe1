"""Two acoustic networks as one, in Kaldi's binary nnet3 notation.

Both hear the same features; at each frame the outputs of the two (logarithms
of pseudo-likelihoods) are averaged, which is a geometric mean. One decoder
then searches by both, so that what is told apart by either counts.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

_NETWORK, _COUNT, _NETWORK_ENDS = b"<Nnet3>", b"<NumComponents>", b"</Nnet3>"
_COMPONENT = b"<ComponentName> "
# Only teaching needs this output and what leads to it.
_UNUSED = "xent"
_SECOND = "second-"
_IVECTOR = "ReplaceIndex(ivector, t, 0)"
# The adapted network was taught with an i-vector of nobody in particular: zero. A factor
# of nought is none to nnet3 (it leaves the sum as memory happened to be).
_NOBODY = f"Scale(0.001, {_IVECTOR})"


@dataclass(frozen=True)
class _Model:
    """A model's file in pieces: what stands before and after the network, and the network."""

    before: bytes
    nodes: tuple[str, ...]
    components: tuple[bytes, ...]
    after: bytes

    @property
    def names(self) -> frozenset[str]:
        """The components' names."""
        return frozenset(map(_name, self.components))


def averaged(first: bytes, second: bytes) -> bytes:
    """The file of a model whose network is both networks, their outputs averaged.

    Both are am/final.mdl of one layout, that of Vosk's small models; all but
    the network (transitions, context) is the first one's. The second one does
    without the i-vector. Raises ValueError where they differ in layout.
    """
    ours, theirs = _split(first), _split(second)
    if ours.nodes != theirs.nodes or ours.names != theirs.names:
        raise ValueError("The two networks are not of one layout.")
    nodes = [node for node in ours.nodes if not node.startswith("output-node")]
    nodes += [_renamed(node, ours.names) for node in nodes if node.startswith("component-node")]
    (output,) = (node for node in ours.nodes if node.startswith("output-node"))
    (last,) = re.findall(r" input=(\S+)", output)
    nodes.append(output.replace(
        f" input={last}", f" input=Sum(Scale(0.5, {last}), Scale(0.5, {_SECOND}{last}))"))
    components = [*ours.components, *(
        _COMPONENT + _SECOND.encode() + component.removeprefix(_COMPONENT)
        for component in theirs.components)]
    return b"".join((
        ours.before, _NETWORK, b" \n", "".join(f"{node}\n" for node in nodes).encode(), b"\n",
        _COUNT, b" \x04", struct.pack("<i", len(components)), *components, ours.after))


def _split(model: bytes) -> _Model:
    begins, counts = model.find(_NETWORK), model.find(_COUNT)
    ends = model.find(_NETWORK_ENDS)
    if not 0 <= begins < counts < ends:
        raise ValueError("This is no model of Kaldi's nnet3.")
    nodes = model[begins + len(_NETWORK):counts].decode().strip().split("\n")
    starts = [found.start() for found in re.finditer(re.escape(_COMPONENT), model[:ends])]
    components = [model[start:end]
                  for start, end in zip(starts, [*starts[1:], ends], strict=True)]
    return _Model(model[:begins], tuple(node for node in nodes if _UNUSED not in node),
                  tuple(part for part in components if _UNUSED not in _name(part)), model[ends:])


def _name(component: bytes) -> str:
    return component.removeprefix(_COMPONENT).split(b" ", 1)[0].decode()


def _renamed(node: str, components: frozenset[str]) -> str:
    """A node of the second network: it and what it hears of the second one's components."""
    ours = re.sub(r"(?<==)[\w.\-]+|[\w.\-]+(?=[,)])|[\w.\-]+$",
                  lambda found: (_SECOND if found[0] in components else "") + found[0], node)
    return ours.replace(_IVECTOR, _NOBODY)
