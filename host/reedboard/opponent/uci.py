"""Any UCI engine as an opponent, in the games it says it knows; its moves are looked up among the legal ones."""

import re
import threading
import time
from collections.abc import Mapping
from typing import ClassVar

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from fairyrules.moves import Move
from fairyrules.search import MATE, Line
from reedboard.opponent import forms
from reedboard.opponent.door import STARTS_OVER, Limit, NoMoveError, Opponent, OpponentError
from reedboard.opponent.engines import located
from reedboard.opponent.talk import Talk

ANSWER_S = 10.0
"""The longest an engine may take to say who it is, or that it is ready; some load a network of many megabytes."""
LATE_S = 5.0
"""How much later than asked for a move may come before the engine counts as hanging."""
NO_MOVE = ("(none)", "0000", "resign", "win")
"""What stands for a move where an engine has none to say; the last two are USI's."""


class UciOpponent(Opponent):
    """An engine that is installed.

    Args:
        command: its path or name, and what else it is started with.
        options: of its own, by name; none is checked.

    Raises: OpponentError where there is no such program.
    """

    PROTOCOL, HELLO, WELCOME, NEW_GAME = "UCI", "uci", "uciok", "ucinewgame"
    VARIANT = "UCI_Variant"
    """The option that chooses a game."""
    ALWAYS: ClassVar[frozenset[str]] = frozenset({"chess"})
    """What each plays that has no such option."""
    GAMES: ClassVar[tuple[str, ...]] = forms.WHOLE

    def __init__(self, *command: str, options: Mapping[str, str] | None = None) -> None:
        self._options = dict(options or {})
        self._command = [located(command[0]), *command[1:]]
        self._name = command[0]
        self._variants: set[str] = set()
        self._talk: Talk | None = None
        self._position: Position | None = None
        self._stop_s: float | None = None
        self._asking = threading.Lock()
        self._thinking = False

    @property
    def name(self) -> str:
        """What it calls itself."""
        return self._name

    def start(self, position: Position) -> None:
        """Sets the position to think about. Raises OpponentError; also for a game it does not know."""
        self._position = position
        if self._talk is None:
            self._greet()
        game = position.game
        name = forms.variant(game)
        if game.id not in self.GAMES or name not in self._variants:
            known = ", ".join(each for each in self.GAMES if each in self._variants)
            raise OpponentError(f"{self.name} does not play {game.name}; of our games it plays {known}.")
        if self._variants != self.ALWAYS:
            self._say(f"setoption name {self.VARIANT} value {name}")
        self._say(self.NEW_GAME)
        self._say("isready")
        self._until("readyok", time.monotonic() + ANSWER_S)

    def lines(self, limit: Limit, count: int) -> tuple[Line, ...]:
        """So many moves, best first; one where it knows no more.

        Raises: OpponentError; NoMoveError where it says that it has none.
        """
        position = self._position
        if position is None:
            raise OpponentError(f"{self.name} has no position to think about; start it first.")
        if position.outcome() is not None:
            raise OpponentError(f"The game is over: there is no move for {self.name}.")
        if self._talk is None:
            self.start(position)
        self._say(f"setoption name MultiPV value {count}")
        self._say(self._position_words(position))
        bounds = self._bounds(limit)
        with self._asking:
            self._stop_s = time.monotonic() + limit.seconds if limit.seconds else None
            self._thinking = True
            self._say(f"go {' '.join(bounds) or 'infinite'}")
        try:
            said = self._until("bestmove", None)
        finally:
            self._thinking = False
        return self._read(position, said, count)

    def stop(self) -> None:
        """Has the answer come now."""
        with self._asking:
            talk = self._talk  # whoever asked may be closing it just now
            if self._thinking and talk is not None:
                self._stop_s = time.monotonic()
                talk.say("stop")

    def close(self) -> None:
        """Ends it."""
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.say("quit")
            talk.close()

    def _position_words(self, position: Position) -> str:
        return f"position fen {forms.fen(position)}"

    def _move_of(self, position: Position, text: str) -> Move:
        return forms.move_of(position, text)

    def _bounds(self, limit: Limit) -> list[str]:
        return [
            *([f"movetime {max(1, round(1000 * limit.seconds))}"] if limit.seconds else []),
            *([f"nodes {limit.nodes}"] if limit.nodes else []),
            *([f"depth {limit.depth}"] if limit.depth < Limit().depth else []),
        ]

    def _greet(self) -> None:
        self._talk = Talk(self._name, self._command)
        self._say(self.HELLO)
        self._variants = set(self.ALWAYS)
        for line in self._until(self.WELCOME, time.monotonic() + ANSWER_S):
            if line.startswith("id name "):
                self._name = line.removeprefix("id name ").strip() or self._name
            if line.startswith(f"option name {self.VARIANT} "):
                self._variants |= set(re.findall(r" var (\S+)", line))
        for name, value in self._options.items():
            self._say(f"setoption name {name} value {value}")

    def _say(self, line: str) -> None:
        assert self._talk is not None
        self._talk.say(line)

    def _until(self, word: str, until_s: float | None) -> list[str]:
        """What it says up to the line that begins with the word. Where that never comes it is closed, and told."""
        said: list[str] = []
        assert self._talk is not None
        try:
            while True:
                line = self._talk.hear(time.monotonic() + 0.5 if until_s is None else until_s)
                if line is not None:
                    said.append(line)
                    if line.split()[:1] == [word]:
                        return said
                over = until_s if until_s is not None else None if self._stop_s is None else self._stop_s + LATE_S
                if over is not None and time.monotonic() > over:
                    raise OpponentError(
                        f"{self.name} does not answer as a {self.PROTOCOL} engine does (no “{word}”){STARTS_OVER}"
                    )
        except OpponentError:
            self.close()
            raise

    def _read(self, position: Position, said: list[str], count: int) -> tuple[Line, ...]:
        """The lines of its last words on each, the move it plays first."""
        words = said[-1].split()
        text = words[1] if len(words) > 1 else ""
        if text in NO_MOVE:
            raise NoMoveError(f"{self.name} has no move to say here, as if the game were over.")
        try:
            move = self._move_of(position, text)
        except FairyRulesError:
            self.close()
            raise OpponentError(
                f"{self.name} wants to play “{text[:20]}”, which is not legal here{STARTS_OVER}"
            ) from None
        found: dict[int, Line] = {}
        for info in said:
            line = self._line(position, info)
            if line is not None:
                place = re.search(r" multipv (\d+)", info)
                found[int(place[1]) if place else 1] = line
        lines = [found[place] for place in sorted(found)]
        best = next((line for line in lines if line.move == move), Line(move, 0, 0, (move,)))
        return (best, *[line for line in lines if line.move != move])[:count]

    def _line(self, position: Position, info: str) -> Line | None:
        """The line of an `info`, as far as its moves are legal; None where it tells none."""
        score = re.search(r" score (cp|mate) (-?\d+)", info)
        depth = re.search(r" depth (\d+)", info)
        pv = re.search(r" pv (.+)", info)
        if not (info.startswith("info ") and score and depth and pv):
            return None
        moves = []
        for text in pv[1].split():
            try:
                moves.append(self._move_of(position, text))
            except FairyRulesError:
                break
            position = position.play_unchecked(moves[-1])
        number = int(score[2])
        if score[1] == "mate":
            number = MATE - 2 * number + 1 if number > 0 else -MATE - 2 * number
        return Line(moves[0], number, int(depth[1]), tuple(moves)) if moves else None
