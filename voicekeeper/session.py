"""One table's game: what is heard goes through the dialog into the ledger and becomes a reply.

Used by the table and by `play --typed` alike. A reply is given only after its
events are on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import uuid4

from voicekeeper.dialog.advising import Advise, advice_on, unless_orders
from voicekeeper.dialog.expecting import Expects, expects
from voicekeeper.dialog.fitting import Fit, fit
from voicekeeper.dialog.games import begun, start
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, saying
from voicekeeper.dialog.questions import Question, ScoreOf, ShutDown, WhoPlays
from voicekeeper.dialog.readback import ReadBack, read_back
from voicekeeper.dialog.reply import Reply, Sentence, say
from voicekeeper.dialog.respond import Key, lapse, silence
from voicekeeper.dialog.talking import hear, is_half_entered, pause, press
from voicekeeper.dialog.welcoming import welcome
from voicekeeper.faults import DataFault, DiskFull
from voicekeeper.intents import Intent, Plain
from voicekeeper.manners import Length, Manner
from voicekeeper.recalling import recalling
from voicekeeper.skyjo.events import (
    GameResumed,
    GameStarted,
    Utterance,
)
from voicekeeper.skyjo.history import GameSummary
from voicekeeper.skyjo.ledger import Ledger
from voicekeeper.skyjo.rules import Rules
from voicekeeper.view import View
from voicekeeper.voice.duration import in_one_go
from voicekeeper.voice.replies import Replies
from voicekeeper.voice.saidnames import SaidNames

LAPSE_SECONDS = 20.0
"""How long a question waits for its answer at the table."""


@dataclass(frozen=True)
class Spoken:
    """A reply. `say` is the whole text as the voice gets it, `sentences` its parts.

    asking: the next words may answer a question. understood: the words meant
    something. fault: what kept it from being written down, for the terminal.
    manner: how the voice speaks from this reply on. chime: a chime stands for what
    was taken. off: once this is said the program ends, and the box is switched off.
    """

    say: str
    sentences: tuple[str, ...]
    asking: bool
    view: View
    understood: bool = True
    fault: str | None = None
    manner: Manner = field(default_factory=Manner)
    chime: bool = False
    off: bool = False


class Session:
    """One table's game from the start of the program to its end. Not for several threads."""

    def __init__(
        self,
        ledger: Ledger,
        replies: Replies,
        *,
        rules: Rules | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now().astimezone(),
        new_id: Callable[[], str] = lambda: str(uuid4()),
        advise: Advise = lambda _: (),
        manner: Manner | None = None,
        keep_manner: Callable[[Manner], None] = lambda _: None,
        said_names: SaidNames | None = None,
        speed: float = 1.0,
        read_back: Length = "full",
    ) -> None:
        """`ledger` must be open for writing; `rules` are those of new games.

        `advise` tells what speaks against the players' names, when a game begins.
        `manner` is how the voice speaks, `keep_manner` keeps it where that changes
        (and raises DataFault). `said_names` are how the voice says names.
        `speed` is how many times as fast as usual the voice speaks, `read_back` how much
        it says, where the table has not said otherwise.
        """
        self._ledger = ledger
        self._replies = replies
        self._clock = clock
        self._new_id = new_id
        self._advise = advise
        self._keep_manner = keep_manner
        self._said_names = said_names
        if said_names is not None:
            replies.say_names(said_names)
        self._turns = 0
        self._speed = speed
        self._read_back = read_back
        books = ledger.books()
        between = books.game is not None and books.game.over
        self._mind = Mind(books, rules=rules or Rules(), between=between,
                          manner=manner or Manner())
        self._view = View()
        self._past: tuple[str | None, tuple[str, ...]] | None = None
        self._watchers: list[Callable[[View], None]] = []

    # -- how a session begins ------------------------------------------------

    def welcome(self) -> Spoken:
        """The first words: where the game stands, or who plays."""
        return self._speak(self._noticed(welcome(self._mind)), "")

    def start(self, players: Sequence[str]) -> Spoken:
        """Start a new game at once; an unfinished one is put aside."""
        return self._speak(self._noticed(start(self._mind, players)), "")

    def resume(self, game: str) -> Spoken:
        """Bring a game back by its id, or the only one that begins so. Raises DataFault."""
        id = self._named(game).id
        current = self._mind.books.game
        if current is None or current.id != id:
            self._commit("", "", Turn(events=(GameResumed(),), game=id))
        self._mind = replace(self._mind, between=False)
        return self.welcome()

    def rematch(self, game: str) -> Spoken:
        """Start a game at once with the players and rules of another one. Raises DataFault."""
        played = self._ledger.sheet(self._named(game))
        started = begun(GameStarted(played.players, played.rules), played.rules)
        return self._speak(self._noticed(started), "")

    def _named(self, game: str) -> GameSummary:
        last = game.casefold() == "last"
        found = self._ledger.games(1) if last else self._ledger.named(game)
        if last and not found:
            raise DataFault("There is no game yet; --players A,B,... starts one.")
        if len(found) > 1:
            raise DataFault(f"More than one game may be meant by {game}; give more of its id.")
        if not found:
            raise DataFault(
                f"There is no game {game}; `voicekeeper history` lists the games' ids.")
        if found[0].deleted:
            raise DataFault(f"The game {found[0].id} was deleted; "
                            f"`voicekeeper history restore {game}` brings it back.")
        return found[0]

    def _noticed(self, turn: Turn) -> Turn:
        if self._ledger.notice is None:
            return turn
        return turn.preceded_by(say("ledger_put_aside"))

    # -- what happens at the table -------------------------------------------

    def long_press(self) -> Spoken:
        """The button was held for long without a word: asks whether to shut down, or does."""
        asked = isinstance(self.question, ShutDown)
        return self.hear(Meaning("", Plain("yes" if asked else "shut_down")))

    def hear(self, meaning: Meaning, *noticed: Sentence) -> Spoken:
        """Somebody said something; what is `noticed` beside it is said before the answer."""
        self._mind = recalling(self._mind, meaning, self._ledger, self._clock())
        turn = unless_orders(hear(self._mind, meaning), self.players(), self._advise)
        spoken = self._speak(turn.preceded_by(*noticed), meaning.text)
        self._mind = replace(self._mind, recent=self._mind.recent.after(meaning))
        return replace(spoken, understood=meaning.understood)

    def foretell(self, meaning: Meaning) -> tuple[str, ...]:
        """The sentences that the voice would get if this was said now; changes nothing.

        Good for making them ready. Advice on new names is not among them.
        """
        turn = hear(recalling(self._mind, meaning, self._ledger, self._clock()), meaning)
        _, reply, _ = self._told(turn, self._manner_after(turn))
        return self._replies.foretold(reply, self._game, self._turns + 1)

    def key(self, key: Key, heard: str = "") -> Spoken:
        """A headset's key was pressed."""
        return self._speak(press(self._mind, key), heard)

    def silence(self) -> Spoken:
        """Nothing was said; an open question stays open."""
        return self._speak(silence(self._mind), "")

    def lapse(self) -> Spoken:
        """The open question had no answer for LAPSE_SECONDS."""
        return self._speak(lapse(self._mind), "")

    def pause(self) -> Spoken:
        """Nobody has said anything for so long that what is missing is told."""
        return self._speak(pause(self._mind), "")

    def tell(self, *sentences: Sentence, heard: str = "") -> Spoken:
        """Say something that is no answer (a file that can't be read); a question stays open."""
        quiet = silence(self._mind)
        told = replace(quiet, sentences=sentences, passing=True)
        return replace(self._speak(told, heard), understood=False)

    # -- what the hearing needs to know --------------------------------------

    def players(self) -> tuple[str, ...] | None:
        """The players by whose names is spoken, those who have left too; None without a game."""
        game = self._mind.game
        return None if game is None else game.everyone

    def past_players(self) -> tuple[str, ...]:
        """Everybody who has ever played: they may be named for a new game."""
        game = self._mind.books.game
        at = None if game is None else game.id
        if self._past is None or self._past[0] != at:
            self._past = at, self._ledger.people()
        return self._past[1]

    @property
    def speaking_for(self) -> str | None:
        """Whose a bare number is: the player asked about, or picked by a key."""
        question = self.question
        return question.player if isinstance(question, ScoreOf) else self._mind.picked

    @property
    def question(self) -> Question | None:
        """The open question."""
        return None if self._mind.pending is None else self._mind.pending.question

    @property
    def manner(self) -> Manner:
        """How the voice speaks now."""
        return self._mind.manner

    @property
    def unfinished(self) -> tuple[object, ...] | None:
        """The round and who is missing in it, once somebody's score is in; None: nothing."""
        game = self._mind.game
        half = game is not None and is_half_entered(self._mind)
        return (game.id, game.number, game.missing) if game is not None and half else None

    def fit(self, intent: Intent) -> Fit:
        """How well an intent fits the open question and what is written; changes nothing."""
        return fit(self._mind, intent)

    def expects(self) -> Expects:
        """What the open question may be answered with."""
        return expects(self.question)

    # -- the published view --------------------------------------------------

    @property
    def view(self) -> View:
        """The table as it is now."""
        return self._view

    def watch(self, watcher: Callable[[View], None]) -> None:
        """Have every new view handed over, in the session's own thread."""
        self._watchers.append(watcher)

    # -- one turn ------------------------------------------------------------

    def _speak(self, turn: Turn, heard: str) -> Spoken:
        turn = replace(turn, sentences=(
            *turn.sentences, *advice_on(turn.events, self.players(), self._advise)))
        manner = self._manner_after(turn)
        self._turns += 1
        self._replies.begin_turn(self._game, self._turns)
        told, reply, rest = self._told(turn, manner)
        said = self._replies.text(reply)
        try:
            if turn.pronounced is not None and self._said_names is not None:
                self._said_names.keep(turn.pronounced.player, turn.pronounced.said_as)
            if turn.events:
                self._commit(heard, said, turn)
            if turn.manner is not None:
                self._keep_manner(turn.manner)
        except DataFault as fault:
            return self._not_written(fault, heard)
        self._mind = replace(
            self._mind,
            pending=turn.pending,
            picked=turn.picked,
            roll=turn.roll,
            between=self._mind.between and (
                not turn.events or isinstance(turn.question, WhoPlays)),
            manner=manner,
            last=self._mind.last if turn.passing or not turn.sentences else turn.reply,
            recent=replace(self._mind.recent, rest=rest or self._still_waiting(turn)),
        )
        self._publish(heard, said)
        sentences = self._replies.spoken(reply)
        return Spoken(" ".join(sentences), sentences, turn.question is not None, self._view,
                      manner=manner, chime=told.chime, off=turn.off)

    @property
    def _game(self) -> str:
        """The game's id, as far as the choice of variants goes; "" without a game."""
        game = self._mind.game
        return "" if game is None else game.id

    def _manner_after(self, turn: Turn) -> Manner:
        return self._mind.manner if turn.manner is None else turn.manner

    def _told(self, turn: Turn, manner: Manner) -> tuple[ReadBack, Reply, tuple[Sentence, ...]]:
        """What is read back of a turn, the reply of it, and what waits for "go on"."""
        told = read_back(turn, manner.read_back or self._read_back)
        reply, rest = in_one_go(Reply(told.sentences, turn.question is not None),
                                self._replies.draft, self._speed * manner.pace,
                                goes_on=turn.goes_on)
        return told, reply, rest

    def _not_written(self, fault: DataFault, heard: str) -> Spoken:
        """The ledger could not be written: nothing changed, and a question is closed."""
        told = say("disk_full" if isinstance(fault, DiskFull) else "not_written")
        return replace(self._speak(saying(told), heard), fault=str(fault))

    def _still_waiting(self, turn: Turn) -> tuple[Sentence, ...]:
        """What waits for "go on" of an earlier reply."""
        over = turn.sentences and (turn.goes_on or not turn.passing)
        return () if over else self._mind.recent.rest

    def _game_of(self, turn: Turn) -> str:
        if any(isinstance(event, GameStarted) for event in turn.events):
            return self._new_id()
        if turn.game is not None:
            return turn.game
        return self._on_the_table

    @property
    def _on_the_table(self) -> str:
        game = self._mind.books.game
        if game is None:
            raise ValueError("events without a game")
        return game.id

    def _commit(self, heard: str, said: str, turn: Turn) -> None:
        at = self._clock().isoformat(timespec="seconds")
        utterance = Utterance(self._new_id(), self._game_of(turn), at, heard, said, turn.events)
        self._mind = replace(self._mind, books=self._ledger.commit(utterance))

    def _publish(self, heard: str, said: str) -> None:
        game = self._mind.game
        self._view = View(
            None if game is None else game.view(), heard, said, self._mind.pending is not None
        )
        for watcher in self._watchers:
            watcher(self._view)
