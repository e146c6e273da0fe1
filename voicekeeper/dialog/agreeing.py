"""By which rules is played: agreed on before a game, at its start, or within it.

Within a game they hold from its first round on. Where that would change the
totals, the end or the winner, it is said how and asked first. Once a game is
over, what changes nothing in it is for the next one.
"""

from __future__ import annotations

from voicekeeper.dialog import report, topics
from voicekeeper.dialog.corrections import consequence
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmEvents
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import SetRules, Settings
from voicekeeper.skyjo import rules as skyjo
from voicekeeper.skyjo.events import RulesAgreed, RulesChanged
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import Rules, RulesProblem


def with_settings(rules: Rules, settings: Settings) -> Rules | Sentence:
    """The rules with these settings, or why they cannot be."""
    found = Rules.from_mapping(rules.to_mapping() | dict(settings))
    if not isinstance(found, RulesProblem):
        return found
    span = skyjo.span_of(found.setting)
    wanted = dict(settings).get(found.setting)
    if span is None or wanted is None:
        return say("needs_an_end")
    if found.setting == "end_at":
        return say("no_such_limit", low=span[0], high=span[-1])
    if found.setting == "rounds":
        return say("no_such_number_of_rounds", low=span[0], high=span[-1])
    return say("no_such_penalty", low=span[0], high=span[-1])


def agree(mind: Mind, order: SetRules) -> Turn:
    """Rules for the next game; none has begun yet, or the one before it is still there."""
    last = mind.books.game
    table = mind.rules if mind.game is None else mind.game.rules
    before = mind.books.rules_ahead or table
    rules = with_settings(before, order.settings)
    if isinstance(rules, Sentence):
        return saying(rules)
    about = topics.about(rules, dict(order.settings))
    if rules == before:
        return saying(say("agreed_already"), *about)
    told = (say("agreed"), *about)
    # Where no game is on the table, it is part of none.
    return Turn(told, (RulesAgreed(rules),), game="" if last is None else last.id)


def change(mind: Mind, game: Game, order: SetRules) -> Turn:
    """Rules for the game on the table."""
    if order.next_game:
        return agree(mind, order)
    rules = with_settings(game.rules, order.settings)
    if isinstance(rules, Sentence):
        return saying(rules)
    about = topics.about(rules, dict(order.settings))
    if rules == game.rules and not game.over:
        return saying(say("agreed_already"), *about)
    if why := _forbidden(game, rules):
        return saying(*why)
    events = (RulesChanged(rules),)
    after = game.after_all(events)
    same = after.outcome == game.outcome and after.all_totals == game.all_totals
    if same and game.over:
        return agree(mind, order)
    if same:
        return report.told(game, after, events)
    # What may have to wait for "go on" comes last.
    asked = (*topics.differences(game.rules, rules), *consequence(game, after),
             *_new_totals(game, after), say("change_rules"))
    return asking(ConfirmEvents(asked, "rules", order, events))


def _forbidden(game: Game, rules: Rules) -> tuple[Sentence, ...]:
    """Why a game cannot have gone by these rules; empty if it can."""
    for number, said in enumerate(game.written, 1):
        problem = skyjo.impossible(rules, said.scores)
        if isinstance(problem, skyjo.ImpossibleScore):
            return (say("score_in_round", round=number, player=problem.player,
                        points=problem.points),
                    say("impossible_score", low=problem.low, high=problem.high))
    return ()


def _new_totals(before: Game, after: Game) -> tuple[Sentence, ...]:
    """The totals that would be others: with all of them the question would be too long."""
    was, will = before.all_totals, after.all_totals
    changed = [(player, will[player]) for player, old in was.items()
               if will.get(player, old) != old]
    return (say("would_change", items=report.scores(changed)),) if changed else ()
