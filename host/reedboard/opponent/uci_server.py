"""Our search as a UCI engine: a GUI's lines in, ours out; what is wrong with a line is told as an `info string`."""

import itertools
import threading
from collections.abc import Callable, Iterable
from importlib.metadata import version

import fairyrules
from fairyrules import Game, Position
from fairyrules.errors import FairyRulesError
from reedboard.errors import ReedboardError, in_one_line
from reedboard.opponent import forms
from reedboard.opponent.door import Limit, Opponent

MOVES_LEFT = 30
"""A clock is taken to last for so many moves more."""
MOST_SHARE = 0.4
"""No move takes more of what is left on the clock."""


class UciServer:
    """One conversation.

    Args:
        say: takes each line of ours.
        opponent: who thinks.
        game: what is played until `UCI_Variant` says otherwise.
    """

    def __init__(self, say: Callable[[str], None], opponent: Opponent, game: Game) -> None:
        self._say = say
        self._opponent = opponent
        self._games = {forms.variant(each): each for each in map(fairyrules.game, fairyrules.games())}
        self._games["chess"] = fairyrules.game("chess")
        self._games[forms.variant(game)] = game
        self._game = game
        self._position = game.start()
        self._lines = 1
        self._thinking: threading.Thread | None = None
        self._stopped = threading.Event()

    def serve(self, lines: Iterable[str]) -> None:
        """Answers until `quit` or the end of the lines."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                break
            try:
                self._answer(words)
            except (FairyRulesError, ReedboardError, ValueError, IndexError) as error:
                self._say(f"info string {in_one_line(error) or 'this line cannot be read'}")
        self._finish()
        self._opponent.close()

    def _answer(self, words: list[str]) -> None:
        match words:
            case ["uci"]:
                self._say(f"id name reedboard {version('reedboard')}")
                self._say("id author the reedboard project")
                self._say("option name MultiPV type spin default 1 min 1 max 20")
                names = " ".join(f"var {name}" for name in sorted(self._games))
                self._say(f"option name UCI_Variant type combo default {forms.variant(self._game)} {names}")
                self._say("uciok")
            case ["isready"]:
                self._say("readyok")
            case ["setoption", "name", name, "value", value]:
                self._set(name.lower(), value)
            case ["position", *rest]:
                self._finish()
                self._position = self._placed(rest)
            case ["go", *rest]:
                self._finish()
                self._go(rest)
            case ["stop"]:
                self._finish()
            case []:
                pass
            case ["ucinewgame" | "ponderhit" | "debug" | "setoption" | "register", *_]:
                pass  # nothing of it changes what we play
            case _:
                raise ValueError(f"unknown: {' '.join(words)}")

    def _set(self, name: str, value: str) -> None:
        if name == "multipv":
            self._lines = max(1, min(20, int(value)))
        elif name == "uci_variant":
            if value not in self._games:
                raise ValueError(f"no game “{value}”; expected one of {', '.join(sorted(self._games))}")
            self._game = self._games[value]
            self._position = self._game.start()

    def _placed(self, words: list[str]) -> Position:
        """The position of `startpos moves ...` or `fen F moves ...`."""
        at = words.index("moves") if "moves" in words else len(words)
        position = (
            self._game.start() if words[0] == "startpos" else forms.position_of(self._game, " ".join(words[1:at]))
        )
        for text in words[at + 1 :]:
            position = position.play_unchecked(forms.move_of(position, text))
        return position

    def _go(self, words: list[str]) -> None:
        given = {name: int(value) for name, value in itertools.pairwise(words) if value.lstrip("-").isdigit()}
        seconds = given.get("movetime", 0) / 1000
        clock, more = ("btime", "binc") if self._position.side else ("wtime", "winc")
        if clock in given:
            left = max(10, given[clock]) / 1000
            moves = given.get("movestogo", MOVES_LEFT) + 1
            seconds = min(MOST_SHARE * left, left / moves + given.get(more, 0) / 1000)
        limit = Limit(seconds, given.get("nodes", 0), given.get("depth", Limit().depth))
        self._stopped.clear()
        endless = "infinite" in words
        self._thinking = threading.Thread(target=self._think, args=(self._position, limit, endless), daemon=True)
        self._thinking.start()

    def _think(self, position: Position, limit: Limit, endless: bool) -> None:
        best = "0000"
        try:
            self._opponent.start(position)
            lines = () if self._stopped.is_set() and endless else self._opponent.lines(limit, self._lines)
            for place, line in enumerate(lines, 1):
                mate = line.mate_in
                score = f"cp {line.score}" if mate is None else f"mate {mate}"
                self._say(f"info depth {line.depth} multipv {place} score {score} pv {_written(position, line.pv)}")
            best = _written(position, lines[0].pv[:1]) if lines else _written(position, position.legal_moves()[:1])
        except ReedboardError as error:
            self._say(f"info string {in_one_line(error)}")
        if endless:
            self._stopped.wait()  # a GUI that asked for endless thinking gets no answer before it says so
        self._say(f"bestmove {best}")

    def _finish(self) -> None:
        """Has the answer come that is still thought about."""
        thinking, self._thinking = self._thinking, None
        if thinking is not None:
            self._stopped.set()
            while thinking.is_alive():
                # Again and again: it may not have been asked yet when the word comes.
                self._opponent.stop()
                thinking.join(0.02)


def _written(position: Position, moves: Iterable[fairyrules.Move]) -> str:
    found = []
    for move in moves:
        found.append(forms.form(position, move))
        position = position.play_unchecked(move)
    return " ".join(found)
