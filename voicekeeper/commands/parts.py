"""The parts that several commands need, made from the options in force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from voicekeeper import models
from voicekeeper.commands.common import Options
from voicekeeper.faults import ModelFault

if TYPE_CHECKING:
    from pathlib import Path

    from voicekeeper.dialog.reply import Sentence
    from voicekeeper.hearing.ears import Ears, HearingSettings
    from voicekeeper.hearing.language import Players
    from voicekeeper.hearing.spoken import SpokenNames
    from voicekeeper.session import Session, Spoken
    from voicekeeper.skyjo.ledger import Ledger
    from voicekeeper.voice.replies import Replies
    from voicekeeper.voice.saidnames import SaidNames


def make_ears(options: Options, tables: int = 1, spoken_as: SpokenNames | None = None) -> Ears:
    """The ears, without a table yet. Raises ModelFault where there is no model.

    `spoken_as`: names that others enrol while the ears are in use, at a table where nothing
    may be held up.
    """
    from voicekeeper.hearing.detector import check_processor
    from voicekeeper.hearing.ears import Ears

    check_processor()  # RecogniserFault: it would crash at the first take
    settings = hearing_settings(options)
    if spoken_as is not None:
        settings = replace(settings, spoken_as=spoken_as, apart=True)
    return Ears(settings, tables)


def hearing_settings(options: Options) -> HearingSettings:
    """What the options say of hearing. Raises ModelFault where there is no model."""
    from voicekeeper.hearing.decision import ASK_MARGIN
    from voicekeeper.hearing.ears import HearingSettings

    config = options.config
    margin = config.hearing.ask_margin
    return HearingSettings(
        model=models.find(options.language, config.hearing.model),
        cache=options.data / "grammars",
        language=options.language,
        ask_margin=ASK_MARGIN if margin is None else margin,
        spoken_as=spoken_names(options),
    )


def named(options: Options, names: Sequence[str]) -> Players:
    """Players with their names as they are spoken."""
    from voicekeeper.hearing.language import Players

    return Players.of(names, spoken_names(options))


def spoken_names(options: Options) -> SpokenNames:
    """The words that stand for names, as set or enrolled. Raises DataFault."""
    from voicekeeper.hearing.spoken import FILE_NAME, SpokenNames

    return SpokenNames(options.config.names.spoken_as, options.data / FILE_NAME, options.language)


def said_names(options: Options) -> SaidNames:
    """How the voice says names."""
    from voicekeeper.voice.saidnames import FILE_NAME, SaidNames

    return SaidNames(options.data / FILE_NAME)


def name_adviser(options: Options) -> Callable[[tuple[str, ...]], tuple[Sentence, ...]]:
    """What speaks against names for a game, as sentences to say; nothing for most tables.

    How they sound is only worked out where their letters give a reason to, and
    where there is a model.
    """
    def advise(names: tuple[str, ...]) -> tuple[Sentence, ...]:
        from voicekeeper.dialog.naming import advice
        from voicekeeper.hearing.likeness import concerns, worth_a_look
        from voicekeeper.hearing.namer import sounds

        if not worth_a_look(names, options.language):
            return ()
        try:
            model = models.find(options.language, options.config.hearing.model)
            return advice(concerns(sounds(names, model, options.language,
                                          options.data / "grammars")))
        except ModelFault:
            return ()  # told where it is needed: nothing can be heard then

    return advise


def make_session(options: Options, ledger: Ledger, replies: Replies) -> Session:
    """A session as `play` has it, by the settings and by what a table has set by voice."""
    from voicekeeper.manners import FILE_NAME, KeptManner
    from voicekeeper.session import Session

    kept, voice = KeptManner(options.data / FILE_NAME), options.config.voice
    return Session(ledger, replies, rules=options.config.rules, advise=name_adviser(options),
                   manner=kept.read(), keep_manner=kept.keep, said_names=said_names(options),
                   speed=voice.speed, read_back=voice.read_back)


def begin(session: Session, players: Sequence[str] | None, resume: str | None,
          rematch: str | None) -> Spoken:
    """How play begins: with new players, a game brought back, one like it, or where it was left.

    Raises DataFault where there is no such game.
    """
    if resume is not None:
        return session.resume(resume)
    if rematch is not None:
        return session.rematch(rematch)
    return session.welcome() if players is None else session.start(players)


def copied(backup: Path) -> str:
    """What is told when an older ledger was brought up to date."""
    return f"The games are from an older voicekeeper and were brought up to date; as they were " \
           f"they are kept in {backup}."


def split_players(text: str) -> tuple[str, ...]:
    """The names of a --players option: parted by commas."""
    return tuple(name.strip() for name in text.split(","))


def players_problem(names: Sequence[str], language: str = "en") -> str | None:
    """Why these cannot be the players of a game, in a sentence; None if they can."""
    from voicekeeper.dialog.games import check_players
    from voicekeeper.dialog.reply import Reply
    from voicekeeper.voice.replies import Replies

    problem = check_players(names)
    return None if problem is None else Replies.load(language).text(Reply((problem,)))


def players_option(options: Options, text: str) -> tuple[str, ...]:
    """The players of a --players option; names that can't play are wrong usage."""
    names = split_players(text)
    problem = players_problem(names, options.language)
    if problem is not None:
        raise click.BadParameter(problem, param_hint="--players")
    return names


def speaker_option(names: Sequence[str], speaking_for: str | None) -> str | None:
    """The player of a --speaking-for option as spelt in --players; others are wrong usage."""
    if speaking_for is None:
        return None
    for name in names:
        if name.casefold() == speaking_for.strip().casefold():
            return name
    raise click.BadParameter(f"{speaking_for!r} is not one of the players",
                             param_hint="--speaking-for")
