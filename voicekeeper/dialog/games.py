"""Games begun and ended, rounds taken out whole, and how a game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voicekeeper.dialog import report
from voicekeeper.dialog.corrections import consequence
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmEvents, WhoPlays
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import NewGame, Plain, Spell, Undo
from voicekeeper.skyjo.events import GameEnded, GameStarted, RoundRemoved
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import FEWEST, MOST, can_be_said, fold

WHO_PLAYS = WhoPlays((say("who_plays"),))


def check_players(names: Sequence[str]) -> Sentence | None:
    """Why these cannot be the players of a game, as a sentence to say; None if they can."""
    if any(not name.strip() for name in names):
        return say("empty_name")
    if not all(can_be_said(name) for name in names):
        return say("unsayable_name")
    if not FEWEST <= len(names) <= MOST:
        return say("player_count", players=len(names), fewest=FEWEST, most=MOST)
    seen: set[str] = set()
    for name in names:
        if fold(name) in seen:
            return say("name_twice", player=name)
        seen.add(fold(name))
    return None


def start(mind: Mind, players: Sequence[str]) -> Turn:
    """Start a game with these players at once, by the table's rules."""
    if problem := check_players(players):
        return asking(WHO_PLAYS, problem) if mind.game is None else saying(problem)
    return Turn((say("new_game", players=tuple(players)),),
                (GameStarted(tuple(players), mind.rules),))


def spell(who: WhoPlays, order: Spell) -> Turn:
    """A name spelled out for who plays, or the wish to; the others are asked for."""
    if order.name is None:
        return asking(replace(who, asked=(say("spell_it"),)))
    named = (*who.named, order.name)
    return asking(WhoPlays((say("spelt", player=order.name),), named))


def is_under_way(game: Game) -> bool:
    """Whether a game would be left unfinished; that is asked first, however little is written."""
    return not game.over


def new_game(mind: Mind, order: NewGame) -> Turn:
    """A new game, with the same players if none were said; asked over one under way."""
    game = mind.books.game
    if order.players is None and game is None:
        return asking(WHO_PLAYS)
    players = order.players if order.players is not None else game.players if game else ()
    begun = start(mind, players)
    if game is None or not is_under_way(game) or not begun.events:
        return begun
    asked = (say("game_unfinished", round=game.number), say("start_new", players=players))
    return asking(ConfirmEvents(asked, "new_game", order, begun.events))


def rematch(mind: Mind, game: Game) -> Turn:
    """The same players and rules, from round one; asked over a game under way."""
    events = (GameStarted(game.players, game.rules),)
    if not is_under_way(game):
        return Turn((say("new_game", players=game.players),), events)
    asked = (say("game_unfinished", round=game.number), say("start_new", players=game.players))
    return asking(ConfirmEvents(asked, "new_game", Plain("rematch"), events))


def end_game(game: Game) -> Turn:
    """End the game before its end; always asked."""
    if game.over:
        return game_over(game)
    half = () if game.untouched else (say("round_half_entered", round=game.number),)
    asked = (*half, say("end_really"))
    return asking(ConfirmEvents(asked, "end_game", Plain("end_game"), (GameEnded(),)))


def undo_round(game: Game) -> Turn:
    """Take out the last finished round; always asked."""
    last = game.last_round
    if last is None:
        return saying(say("no_round_yet"))
    events = (RoundRemoved(last.number),)
    after = game.after_all(events)
    asked = (say("round_scores", round=last.number, items=report.scores(last.scores.items())),
             *consequence(game, after), say("undo_round_really"))
    return asking(ConfirmEvents(asked, "undo_round", Undo("round"), events))


def standing(game: Game, *, named: bool = False) -> tuple[Sentence, ...]:
    """Where the game stands, for those who come back to it; `named`: the players just were."""
    if game.over:
        return report.verdict(game)
    sentences = [say("round_now", round=game.number)]
    if game.finished:
        sentences.append(say("totals", items=report.scores(
            (player, total) for _, player, total in game.standings)))
    elif not named:
        sentences.append(say("players", players=game.players))
    # A prompt only: no question survives a restart.
    return (*sentences, *report.still_missing(game))
