"""The rules of Skyjo as pure functions, with every setting that tables differ in.

150 cards: five -2, ten -1, fifteen 0, ten each of 1 to 12; twelve cards a
player. What scores and sums are possible follows from these cards. Points are
card points; a counted score is what stands on the sheet after the closer's
penalty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from typing import Any, Literal, get_args

LOWEST_SCORE = -17
"""Five -2 and seven -1."""
LOWEST_SUM = -20
"""All the negative cards, for two or more players of one round together."""
HIGHEST_SUMS = {2: 270, 3: 384, 4: 484, 5: 570, 6: 640, 7: 696, 8: 738}
"""The highest possible sum of a round by number of players: the dearest cards dealt out."""
LIKELY_SCORES = range(-8, 76)
"""What a round brings in practice; a score outside is worth a question."""

EndWhen = Literal["reaches", "passes"]
Penalty = Literal["double", "none", "flat"]
Starter = Literal["closer", "lowest", "highest"]


@dataclass(frozen=True)
class RulesProblem:
    """Settings that cannot be: `setting` is the key at fault, `sentence` says what is allowed."""

    setting: str
    sentence: str


@dataclass(frozen=True)
class Rules:
    """What a table plays by; the defaults are the booklet's.

    end_at: the total (1..1000 points) that ends the game; None: `rounds` ends it.
    end_when: a total must reach end_at, or pass it.
    tie_doubles: a closer who is tied for lowest pays the penalty.
    double_negative: a negative score of the closer's can be penalised too.
    penalty: what a closer pays who is not lowest; flat adds flat_points (1..100).
    starter: who starts the next round, by counted scores.
    columns: three equal cards in a column go away (140 points at most, else 142).
    shared_win: equal lowest totals share; False: the lower counted score in the
    last round wins, and only then they share.
    rounds: the game ends after so many (1..100), or earlier by end_at.
    """

    end_at: int | None = 100
    end_when: EndWhen = "reaches"
    tie_doubles: bool = True
    double_negative: bool = False
    penalty: Penalty = "double"
    flat_points: int = 10
    starter: Starter = "closer"
    columns: bool = True
    shared_win: bool = True
    rounds: int | None = None

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> Rules | RulesProblem:
        """The rules with these settings and defaults for the rest, or what is wrong with them."""
        for key, value in settings.items():
            if key not in _ALLOWED:
                known = ", ".join(_ALLOWED)
                return RulesProblem(key, f"unknown setting {key!r}; the settings are {known}")
            if not _is_allowed(key, value):
                return RulesProblem(
                    key, f"{key} can be {_ALLOWED[key].wording}, not {_shown(value)}"
                )
        rules = cls(**settings)
        if rules.end_at is None and rules.rounds is None:
            return RulesProblem("end_at", "with end_at null, rounds must be set")
        return rules

    def to_mapping(self) -> dict[str, Any]:
        """Every setting by name; `from_mapping` takes it back."""
        return {setting.name: getattr(self, setting.name) for setting in fields(self)}

    def differing(self, other: Rules) -> tuple[str, ...]:
        """The names of the settings in which two rules differ."""
        return tuple(
            setting.name for setting in fields(self)
            if getattr(self, setting.name) != getattr(other, setting.name)
        )

    @property
    def possible_scores(self) -> range:
        """The card points one player can have in a round."""
        return range(LOWEST_SCORE, (140 if self.columns else 142) + 1)


@dataclass(frozen=True)
class _Allowed:
    kind: type
    choices: tuple[str, ...] = ()
    span: range = range(0)
    optional: bool = False

    @property
    def wording(self) -> str:
        if self.kind is bool:
            return "true or false"
        if self.kind is str:
            return " or ".join(self.choices)
        span = f"a whole number from {self.span[0]} to {self.span[-1]}"
        return span + (" or null" if self.optional else "")


_ALLOWED = {
    "end_at": _Allowed(int, span=range(1, 1001), optional=True),
    "end_when": _Allowed(str, get_args(EndWhen)),
    "tie_doubles": _Allowed(bool),
    "double_negative": _Allowed(bool),
    "penalty": _Allowed(str, get_args(Penalty)),
    "flat_points": _Allowed(int, span=range(1, 101)),
    "starter": _Allowed(str, get_args(Starter)),
    "columns": _Allowed(bool),
    "shared_win": _Allowed(bool),
    "rounds": _Allowed(int, span=range(1, 101), optional=True),
}


def span_of(setting: str) -> range | None:
    """The whole numbers that a setting can be; None where it is set otherwise."""
    allowed = _ALLOWED.get(setting)
    return allowed.span if allowed is not None and allowed.kind is int else None


def _is_allowed(key: str, value: object) -> bool:
    allowed = _ALLOWED[key]
    if value is None:
        return allowed.optional
    # By exact type: True is an int to Python, but not a number to a person.
    if type(value) is not allowed.kind:
        return False
    if allowed.kind is str:
        return value in allowed.choices
    return allowed.kind is bool or value in allowed.span


def _shown(value: object) -> str:
    """The value as it is written in JSON and YAML, cut short."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def is_likely(points: int) -> bool:
    """Whether a score is one that rounds bring in practice (-8..75)."""
    return points in LIKELY_SCORES


@dataclass(frozen=True)
class ImpossibleScore:
    """Points that no twelve cards make; `low` and `high` are the possible ones, in points."""

    player: str
    points: int
    low: int
    high: int


@dataclass(frozen=True)
class ImpossibleSum:
    """Scores of one round that the cards do not make together.

    `players` have `points` together, where `limit` is the least (`too_low`) or
    the most that so many players can have.
    """

    players: tuple[str, ...]
    points: int
    limit: int
    too_low: bool


Impossible = ImpossibleScore | ImpossibleSum


def impossible(rules: Rules, scores: Mapping[str, int]) -> Impossible | None:
    """The first thing that cannot be about one round's scores, of some or all its players.

    The limits of sums hold for every subset of the players, and of all subsets
    of one size the lowest and the highest scores are the ones to break them.
    """
    if not scores:
        return None
    values = scores.values()
    lowest, highest = min(values), max(values)
    possible = rules.possible_scores
    if lowest < possible[0] or highest > possible[-1]:
        player, points = next((p, n) for p, n in scores.items() if n not in possible)
        return ImpossibleScore(player, points, possible[0], possible[-1])
    # Nearly every round: too little in all to break the limit of any subset, even if
    # everybody were as far below zero as the lowest.
    below = min(lowest, 0) * len(values)
    if below >= LOWEST_SUM and sum(values) - below <= HIGHEST_SUMS[2]:
        return None
    ranked = sorted(scores, key=scores.__getitem__)
    rising = [scores[player] for player in ranked]
    for count, total in enumerate(accumulate(rising), 1):
        if count > 1 and total < LOWEST_SUM:
            return _impossible_sum(ranked[:count], scores, LOWEST_SUM, too_low=True)
    for count, total in enumerate(accumulate(reversed(rising)), 1):
        if count > 1 and total > HIGHEST_SUMS[count]:
            return _impossible_sum(ranked[-count:], scores, HIGHEST_SUMS[count], too_low=False)
    return None


def _impossible_sum(
    chosen: Sequence[str], scores: Mapping[str, int], limit: int, *, too_low: bool
) -> ImpossibleSum:
    players = tuple(player for player in scores if player in chosen)
    return ImpossibleSum(players, sum(scores[player] for player in players), limit, too_low)


@dataclass(frozen=True)
class Count:
    """A round as it goes on the sheet; `doubled` is the closer if a penalty was paid."""

    counted: Mapping[str, int]
    doubled: str | None


def count_round(rules: Rules, scores: Mapping[str, int], closer: str | None) -> Count:
    """What each player's card points count, with the closer's penalty if one is due."""
    if closer is None or not _pays_penalty(rules, scores, closer):
        return Count(dict(scores), None)
    points = scores[closer]
    paid = points * 2 if rules.penalty == "double" else points + rules.flat_points
    return Count({**scores, closer: paid}, closer)


def _pays_penalty(rules: Rules, scores: Mapping[str, int], closer: str) -> bool:
    points = scores[closer]
    if rules.penalty == "none" or points == 0 or (points < 0 and not rules.double_negative):
        return False
    lowest_other = min(score for player, score in scores.items() if player != closer)
    return points > lowest_other or (points == lowest_other and rules.tie_doubles)


def next_starter(rules: Rules, counted: Mapping[str, int], closer: str | None) -> str | None:
    """Who starts the round after this one; `counted` is in seating order."""
    if rules.starter == "closer":
        return closer
    wanted = (min if rules.starter == "lowest" else max)(counted.values())
    tied = [player for player, points in counted.items() if points == wanted]
    return closer if closer in tied else tied[0]


def is_end(rules: Rules, totals: Iterable[int], rounds: int) -> bool:
    """Whether the game is over with these totals after so many finished rounds."""
    if rules.rounds is not None and rounds >= rules.rounds:
        return True
    if rules.end_at is None:
        return False
    highest = max(totals)
    return highest > rules.end_at or (highest == rules.end_at and rules.end_when == "reaches")


def winners(
    rules: Rules, totals: Mapping[str, int], last_counted: Mapping[str, int]
) -> tuple[str, ...]:
    """Who wins with these totals, in their order; several share.

    `last_counted` are the counted scores of the last round.
    """
    lowest = min(totals.values())
    tied = tuple(player for player, total in totals.items() if total == lowest)
    if rules.shared_win or len(tied) == 1:
        return tied
    best = min(last_counted[player] for player in tied)
    return tuple(player for player in tied if last_counted[player] == best)
