"""Games begun and ended, rounds taken out whole, and how a game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voicekeeper.dialog import report, topics
from voicekeeper.dialog.agreeing import with_settings
from voicekeeper.dialog.corrections import consequence, named_round
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmEvents, WhoPlays
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import NewGame, Plain, RemoveRound, Settings, Spell, Undo
from voicekeeper.skyjo.events import GameEnded, GameStarted, RoundRemoved
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import FEWEST, MOST, can_be_said, fold
from voicekeeper.skyjo.rules import Rules

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


def start(mind: Mind, players: Sequence[str], settings: Settings = ()) -> Turn:
    """Start a game with these players at once, by the rules agreed on and these settings."""
    if problem := check_players(players):
        return asking(WHO_PLAYS, problem) if mind.game is None else saying(problem)
    rules = with_settings(mind.rules_ahead, settings) if settings else mind.rules_ahead
    if isinstance(rules, Sentence):
        return asking(WHO_PLAYS, rules) if mind.game is None else saying(rules)
    last = mind.books.game
    return begun(GameStarted(tuple(players), rules), mind.rules if last is None else last.rules)


def begun(event: GameStarted, before: Rules) -> Turn:
    """A game begun; told with how its rules differ from those that were played by before."""
    told = (say("new_game", players=event.players), *topics.differences(before, event.rules))
    return Turn(told, (event,))


def spell(who: WhoPlays, order: Spell) -> Turn:
    """A name spelled out for who plays, or the wish to; the others are asked for."""
    if order.name is None:
        return asking(replace(who, asked=(say("spell_it"),)))
    named = (*who.named, order.name)
    return asking(WhoPlays((say("spelt", players=named),), named))


def is_under_way(game: Game) -> bool:
    """Whether a game would be left unfinished; that is asked first, however little is written."""
    return not game.over


def new_game(mind: Mind, order: NewGame) -> Turn:
    """A new game, with the same players if none were said; asked over one under way."""
    game = mind.books.game
    if order.players is None and game is None:
        return asking(WHO_PLAYS)
    players = order.players if order.players is not None else game.players if game else ()
    started = start(mind, players, order.settings)
    if game is None or not is_under_way(game) or not started.events:
        return started
    _, *rules = started.sentences
    asked = (say("game_unfinished", round=game.number), *rules, say("start_new", players=players))
    return asking(ConfirmEvents(asked, "new_game", order, started.events))


def rematch(mind: Mind, game: Game) -> Turn:
    """The same players and rules, from round one; asked over a game under way."""
    started = begun(GameStarted(game.players, mind.books.rules_ahead or game.rules), game.rules)
    if not is_under_way(game):
        return started
    _, *rules = started.sentences
    asked = (say("game_unfinished", round=game.number), *rules,
             say("start_new", players=game.players))
    return asking(ConfirmEvents(asked, "new_game", Plain("rematch"), started.events))


def end_game(game: Game) -> Turn:
    """End the game before its end; always asked."""
    if game.over:
        return game_over(game)
    half = () if game.untouched else (say("round_half_entered", round=game.number),)
    asked = (*half, say("end_really"))
    return asking(ConfirmEvents(asked, "end_game", Plain("end_game"), (GameEnded(),)))


def remove_round(game: Game, order: RemoveRound | Undo) -> Turn:
    """Take out a round whole, the last finished one if none is named; always asked."""
    number = named_round(game, order.round if isinstance(order, RemoveRound) else -1)
    if isinstance(number, Sentence):
        return saying(number)
    done = game.round(number)
    if done is None and game.untouched:
        return saying(say("nothing_entered", round=number))
    events = (RoundRemoved(number),)
    after = game.after_all(events)
    what = (say("round_scores", round=number, items=report.scores(done.scores.items()))
            if done is not None else say("round_unfinished", round=number))
    later = () if number >= len(game.finished) else (say("would_move_up"),)
    asked = (what, *later, *consequence(game, after), say("undo_round_really"))
    return asking(ConfirmEvents(asked, "undo_round", order, events))


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
