"""What each intent does when no question is open: one branch an intent."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import (
    after_end,
    agreeing,
    asks,
    careers,
    closers,
    closing,
    corrections,
    games,
    helping,
    manner,
    repeated,
    resuming,
    rollcall,
    seats,
    starting,
    topics,
    undoing,
)
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.aside import aside
from voicekeeper.dialog.counting import count, total_is
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.questions import ScoreOf, WhoseNumber
from voicekeeper.dialog.reply import say
from voicekeeper.intents import (
    Adjust,
    Ask,
    AskRules,
    AskStats,
    Choose,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Join,
    Leave,
    Move,
    Name,
    NameAgain,
    NewGame,
    NotClosed,
    Number,
    Order,
    Plain,
    Pronounce,
    RemoveRound,
    Rename,
    Resume,
    SayName,
    SetRules,
    Spell,
    StarterCards,
    Swap,
    TotalIs,
    Undo,
    WhatIf,
)
from voicekeeper.skyjo.game import Game


def perform(mind: Mind, game: Game, intent: Intent) -> Turn:
    """Do what was meant."""
    match intent:
        case Entry(round=None, corrects=False) if game.over:
            return after_end.entered(mind.books, game, intent)
        case Entry(round=None, corrects=False):
            return (closers.closed(mind.books, game, intent)
                    or repeated.entered(mind.books, game, intent))
        case Entry():
            return corrections.correct_entries(mind.books, game, intent)
        case Number(points):
            return _number(game, points)
        case Name(player):
            return _name(game, player)
        case CorrectScore() | CorrectCloser() | NotClosed() | Move() | Swap():
            return _correct(mind, game, intent)
        case Ask():
            return asks.answer(game, intent)
        case WhatIf():
            return closing.what_if(game, intent)
        case AskStats():
            return saying(*careers.answer(mind.remembered, intent))
        case AskRules(topic):
            return topics.explain(game.rules, topic)
        case Count():
            return count(game, intent)
        case StarterCards():
            return starting.open_cards(game, intent, mind.recent.open_cards)
        case Adjust():
            return corrections.adjust(mind.books, game, intent)
        case TotalIs():
            return total_is(game, intent)
        case Choose():
            return saying(say("nothing_asked"))
        case NewGame():
            return games.new_game(mind, intent)
        case Resume():
            return resuming.resume(mind)
        case Rename() | Join() | Leave():
            return seats.change(game, intent)
        case NameAgain(name, old):
            return saying(*(absent(game, [old or name])
                            or (say("players", players=game.players),)))
        case SayName(player):
            return saying(say("whose_name", player=game.players[0]) if player is None
                          else say("name_said", player=player))
        case Pronounce(player):
            return replace(saying(say("name_said_so", player=player)), pronounced=intent)
        case Spell():
            return saying(say("spell_how", player=game.players[0]))
        case Undo(what):
            return undoing.undo(mind, game) if what is None else games.remove_round(game, intent)
        case RemoveRound():
            return games.remove_round(game, intent)
        case SetRules():
            return agreeing.change(mind, game, intent)
        case Plain(kind):
            return _plain(mind, game, kind)


def _plain(mind: Mind, game: Game, kind: Order) -> Turn:
    if (turn := aside(mind, Plain(kind))) is not None:
        return turn
    match kind:
        case "redo":
            return undoing.redo(mind, game)
        case "end_game":
            return games.end_game(game)
        case "rematch":
            return games.rematch(mind, game)
        case "help":
            return helping.hints(game, mind.recent.helped)
        case "roll_call":
            return rollcall.start(game)
        case "repeat":
            return saying(*mind.last.sentences)
        case "yes" if game.over and _was_offered(mind):
            return games.rematch(mind, game)
        case "no" if game.over and _was_offered(mind):
            return saying(say("declined"))
        case "yes" | "no" if say("undo_if_again") in mind.last.sentences and game.finished:
            return saying(say("round_stands", round=game.finished[-1].number),
                          say("undo_if_again"))
        case "column":
            return topics.column_gone(game.rules)
        case _ if manner.is_about_it(kind):
            return manner.change(mind, kind)
        case "cancel":
            return saying(say("nothing_to_cancel"))
        case "no":
            return saying(say("nothing_asked"), say("say_undo"))
        case _:
            return saying(say("nothing_asked"))


def _was_offered(mind: Mind) -> bool:
    """Whether a rematch was offered in the last reply."""
    return say("offer_rematch") in mind.last.sentences


def _correct(
    mind: Mind, game: Game, intent: CorrectScore | CorrectCloser | NotClosed | Move | Swap
) -> Turn:
    if game.over and not game.finished:
        return game_over(game)
    match intent:
        case CorrectScore():
            return corrections.correct_score(mind.books, game, intent)
        case CorrectCloser():
            return closers.correct_closer(mind.books, game, intent)
        case NotClosed():
            return closers.not_closed(mind.books, game, intent)
        case Move():
            return corrections.move(mind.books, game, intent)
        case Swap():
            return corrections.swap(mind.books, game, intent)


def _number(game: Game, points: int) -> Turn:
    if game.over:
        return game_over(game)
    possible = game.rules.possible_scores
    if points not in possible:
        return saying(say("impossible_score", low=possible[0], high=possible[-1]))
    return asking(WhoseNumber((say("whose", points=points),), points))


def _name(game: Game, player: str) -> Turn:
    """A name alone changes nothing: it is asked what the player got, or said what stands."""
    if why := absent(game, [player]):
        return saying(*why)
    if game.over:
        return game_over(game)
    if not (game.missing or game.closer is not None):
        return asking(closers.did_close(player, game.number))
    if player in game.entered:
        return saying(say("has_score", player=player, points=game.entered[player]))
    return asking(ScoreOf((say("score_of", player=player),), player, game.number))



