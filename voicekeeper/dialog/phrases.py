"""Intents as phrases: words that they may be said in, for questions and for the terminal."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog.reply import Sentence, say
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
    Item,
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

_ORDERS: dict[Order, Sentence] = {
    "end_game": say("reading_end_game"),
    "shut_down": say("reading_shut_down"),
    "rematch": say("reading_rematch"),
    "redo": say("reading_redo"),
    "repeat": say("reading_repeat"),
    "help": say("reading_help"),
    "yes": say("reading_yes"),
    "no": say("reading_no"),
    "cancel": say("reading_cancel"),
    "highest": say("reading_highest"),
    "column": say("reading_column"),
    "go_on": say("reading_go_on"),
    "roll_call": say("reading_roll_call"),
    "what_heard": say("reading_what_heard"),
    "version": say("reading_version"),
    "next_round": say("reading_next_round"),
    "turn": say("reading_turn"),
    "thanks": say("reading_thanks"),
    "faster": say("reading_faster"),
    "slower": say("reading_slower"),
    "louder": say("reading_louder"),
    "quieter": say("reading_quieter"),
    "in_full": say("reading_in_full"),
    "in_short": say("reading_in_short"),
    "chime_only": say("reading_chime_only"),
}


def phrase(intent: Intent) -> Sentence:
    """An intent as a phrase to choose by: words that it may be said in."""
    match intent:
        case (Entry(round=int(number)) | CorrectScore(round=int(number))
              | CorrectCloser(round=int(number)) | Move(round=int(number))
              | Swap(round=int(number))):
            said = phrase(replace(intent, round=None))
            return (say("reading_last_round", reading=said) if number < 0
                    else say("reading_in_round", reading=said, round=number))
        case Entry(corrects=True):
            return say("reading_corrects", reading=phrase(replace(intent, corrects=False)))
        case Entry(entries, nobody):
            items = [_item(item) for item in entries]
            items += [say("nobody_closed")] if nobody else []
            return say("reading_entry", items=tuple(items)) if items else say("reading_nothing")
        case CorrectScore(points, player, _):
            if player is None:
                return say("reading_make_it", points=points)
            return say("reading_change", player=player, points=points)
        case CorrectCloser(closer, _):
            return say("nobody_closed") if closer is None else say("closed", player=closer)
        case NotClosed(player, _):
            return say("not_closed", player=player)
        case Move(source, target, _):
            return say("reading_move", source=source, target=target)
        case Swap(players, _):
            return say("reading_swap", players=players)
        case RemoveRound(number):
            if number < 0:
                return say("reading_undo_round")
            return say("reading_remove_round", round=number)
        case SetRules():
            return say("reading_settings")
        case Number(points):
            return say("reading_number", points=points)
        case Name(named):
            return say("reading_name", player=named)
        case StarterCards():
            return say("reading_starter_cards")
        case Count(counted):
            return say("reading_count", player=counted)
        case Adjust(whose, points):
            if points < 0:
                return say("reading_less", player=whose, points=-points)
            return say("reading_more", player=whose, points=points)
        case TotalIs(whose, points):
            return say("reading_total", player=whose, points=points)
        case Choose(number):
            return say("reading_number", points=number)
        case Rename(source, target):
            return say("reading_move", source=source, target=target)
        case NameAgain(named, _):
            return say("reading_name", player=named)
        case Join(joining, _):
            return say("reading_join", player=joining)
        case SayName(named):
            if named is None:
                return say("reading_say_own_name")
            return say("reading_say_name", player=named)
        case Pronounce(named, other):
            if other is None:
                return say("reading_pronounce", player=named)
            return say("reading_pronounce_like", player=named, other=other)
        case Leave(leaving):
            return say("reading_leave", player=leaving)
        case Spell(spelled):
            if spelled is None:
                return say("reading_spell")
            return say("reading_name", player=spelled)
        case NewGame(named_ones, _):
            if not named_ones:
                return say("reading_new_game")
            return say("reading_new_game_with", players=named_ones)
        case Resume():
            return say("reading_continue")
        case Undo(what):
            return say("reading_undo_round") if what else say("reading_undo")
        case Ask() | WhatIf():
            return say("reading_ask")
        case AskStats():
            return say("reading_stats")
        case AskRules():
            return say("reading_rules")
        case Plain(kind):
            return _ORDERS[kind]


def _item(item: Item) -> Sentence:
    if item.points is None:
        return say("closed", player=item.player)
    return say("score_closed" if item.closed else "score",
               player=item.player, points=item.points)
