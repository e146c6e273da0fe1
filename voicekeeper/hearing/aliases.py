"""The words of a vocabulary that together sound most like a name.

The vocabulary's pronunciations stand in a tree of phones. All stretches of the
name's reading are compared with all words at once (a weighted edit distance,
phones.py, along the tree, a level a step), and the best stretches are joined.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from heapq import nsmallest

import numpy as np

from voicekeeper.hearing.phones import NUMBER, PHONES, Reading, distance, indel, substitution
from voicekeeper.hearing.pronunciations import Pronunciations

# Costs, on the scale of phones.distance.
_EACH_WORD = 0.15
_TOO_FAR = 1.5
"""Words further from a stretch of the name than this are not looked at."""
_WORDS_A_STRETCH = 8
_SEQUENCES_AT_ONCE = 40
_MOST_WORDS = 4
_FEWEST_PHONES = 3
_MUCH_THE_SAME = 0.05


@dataclass(frozen=True)
class Alias:
    """Words of the vocabulary that stand for a name; `cost` is how far they sound from it."""

    words: str
    cost: float


@dataclass(frozen=True)
class PhoneTree:
    """A vocabulary's pronunciations as a tree, level by level.

    parent, phone: of each node, the root being node 0 (int32, int16);
    levels: where each level begins and the last ends; node, word: the words'
    ends, int32 (a node's words lie side by side).
    """

    parent: np.ndarray
    phone: np.ndarray
    levels: np.ndarray
    node: np.ndarray
    word: np.ndarray

    @classmethod
    def of(cls, lexicon: Pronunciations) -> PhoneTree:
        """The tree of a model's lexicon."""
        order = np.lexsort(lexicon.phones.T[::-1])
        rows, words = lexicon.phones[order], lexicon.words[order]
        parent, phone, levels = [np.zeros(1, np.int32)], [np.full(1, -1, np.int16)], [0, 1]
        at = np.zeros(len(rows), np.int64)  # each row's node on the level above
        ends: list[tuple[np.ndarray, np.ndarray]] = []
        for depth in range(rows.shape[1]):
            going = rows[:, depth] >= 0
            ends.append((at[~going], words[~going]))
            rows, words, at = rows[going], words[going], at[going]
            if not len(rows):
                break
            # Rows are sorted: a new node wherever this phone or what is before it changes.
            new = np.ones(len(rows), bool)
            new[1:] = (at[1:] != at[:-1]) | (rows[1:, depth] != rows[:-1, depth])
            parent.append(at[new].astype(np.int32))
            phone.append(rows[new, depth].astype(np.int16))
            at = levels[-1] + np.cumsum(new) - 1
            levels.append(levels[-1] + int(new.sum()))
        ends.append((at, words))
        node = np.concatenate([n for n, _ in ends]).astype(np.int32)
        word = np.concatenate([w for _, w in ends]).astype(np.int32)
        order = np.argsort(node, kind="stable")
        return cls(np.concatenate(parent), np.concatenate(phone), np.array(levels, np.int64),
                   node[order], word[order])

    def reading(self, node: int) -> Reading:
        """The phones from the root to a node."""
        found: list[int] = []
        while node:
            found.append(int(self.phone[node]))
            node = int(self.parent[node])
        return tuple(PHONES[phone] for phone in reversed(found))


@dataclass(frozen=True)
class _Stretch:
    """A word for the name's phones from `start` on."""

    start: int
    cost: float
    node: int


class AliasFinder:
    """Finds aliases in one vocabulary.

    `spelling` maps word ids to words; those missing are never used. `common` are
    words that are too much like everyday speech to stand alone for a name.
    """

    def __init__(self, tree: PhoneTree, spelling: Mapping[int, str],
                 common: Collection[str] = ()) -> None:
        self._tree = tree
        self._common = frozenset(common)
        usable = np.array([word in spelling for word in tree.word.tolist()], bool)
        self._node, self._word = tree.node[usable], tree.word[usable]
        self._spelling = spelling

    def find(self, reading: Reading, most: int) -> tuple[Alias, ...]:
        """The best aliases for a reading, best first; each sounds different."""
        found: list[tuple[Alias, Reading]] = []
        for cost, nodes in self._sequences(reading):
            said = tuple(phone for node in nodes for phone in self._tree.reading(node))
            words = [self._word_at(node) for node in nodes]
            if len(said) < _FEWEST_PHONES or all(word in self._common for word in words):
                continue
            if any(distance(said, other) <= _MUCH_THE_SAME for _, other in found):
                continue
            found.append((Alias(" ".join(words), round(cost, 3)), said))
            if len(found) == most:
                break
        return tuple(alias for alias, _ in found)

    def _word_at(self, node: int) -> str:
        """The shortest of the words that are said alike."""
        start, end = np.searchsorted(self._node, [node, node + 1])
        words = (self._spelling[int(number)] for number in self._word[start:end])
        return min(words, key=lambda word: (len(word), word))

    def _sequences(self, reading: Reading) -> list[tuple[float, tuple[int, ...]]]:
        """Word sequences (as nodes) for a whole reading, with their costs, best first."""
        ways: list[list[tuple[float, tuple[int, ...]]]] = [[(0.0, ())]]
        stretches = self._stretches(reading)
        for end in range(1, len(reading) + 1):
            longer = [(cost + s.cost + (_EACH_WORD if nodes else 0.0), (*nodes, s.node))
                      for s in stretches[end] for cost, nodes in ways[s.start]
                      if len(nodes) < _MOST_WORDS]
            ways.append(nsmallest(_SEQUENCES_AT_ONCE, longer))
        return ways[-1]

    def _stretches(self, reading: Reading) -> list[list[_Stretch]]:
        """By the place where they end, the best words for each stretch of the reading."""
        found: list[list[_Stretch]] = [[] for _ in range(len(reading) + 1)]
        nodes, costs = self._compared(reading)
        for start in range(len(reading)):
            for end in range(start + 1, len(reading) + 1):
                column = costs[:, start, end]
                near = np.flatnonzero(column <= _TOO_FAR)
                best = near[np.argsort(column[near], kind="stable")[:_WORDS_A_STRETCH]]
                found[end] += [_Stretch(start, float(column[n]), int(nodes[n])) for n in best]
        return found

    def _compared(self, reading: Reading) -> tuple[np.ndarray, np.ndarray]:
        """The nodes where words end, and their distances from each stretch (start, end)."""
        name = np.array([NUMBER[phone] for phone in reading])
        sub, gap = substitution(), indel()
        gaps = np.concatenate([[0.0], np.cumsum(gap[name])]).astype(np.float32)
        size = len(name) + 1
        # costs[node, start, end]: the node's phones against name[start:end].
        here = np.triu(gaps[None, :] - gaps[:, None])[None]
        here[0][np.tril_indices(size, -1)] = np.inf
        alive = np.zeros(1, np.int64)
        ending = np.unique(self._node)
        kept_nodes: list[np.ndarray] = []
        kept_costs: list[np.ndarray] = []
        for low, high in zip(self._tree.levels[1:-1], self._tree.levels[2:], strict=True):
            parent = self._tree.parent[low:high]
            lives = np.isin(parent, alive)
            if not lives.any():
                break
            nodes, above = np.arange(low, high)[lives], here[np.searchsorted(alive, parent[lives])]
            phone = self._tree.phone[nodes]
            here = above + gap[phone][:, None, None]
            step = above[:, :, :-1] + sub[phone][:, name][:, None, :]
            for end in range(1, size):
                here[:, :, end] = np.minimum.reduce([
                    here[:, :, end], step[:, :, end - 1], here[:, :, end - 1] + gap[name[end - 1]]])
            good = here.reshape(len(nodes), -1).min(axis=1) <= _TOO_FAR
            alive, here = nodes[good], here[good]
            ends = np.isin(alive, ending)
            kept_nodes.append(alive[ends])
            kept_costs.append(here[ends])
        return np.concatenate(kept_nodes), np.concatenate(kept_costs)


def usable_words(vocabulary: Mapping[str, int], avoid: Collection[str]) -> dict[int, str]:
    """The words that may stand for a name, by their ids: letters only, none of `avoid`."""
    avoided = frozenset(avoid)
    return {number: word for word, number in vocabulary.items()
            if word.isalpha() and word not in avoided}
