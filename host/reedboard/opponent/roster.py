"""The opponents of a run of the program: our search, and engines once they are asked for."""

from collections.abc import Iterable

from fairyrules import Position
from reedboard.opponent.door import STARTS_OVER, Opponent, OpponentError
from reedboard.opponent.engines import KNOWN, installed
from reedboard.opponent.named import engine
from reedboard.opponent.search import SearchOpponent


class Roster:
    """Each is made when it is asked for first, and stays until `close`. One thread asks and closes; any may `prove`.

    Args:
        allowed: the engines that whoever started the program named; besides them only `engines.KNOWN` are started,
            since a record or a player's name must be no way to start programs.
    """

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._named = tuple(filter(None, allowed))
        self._there: dict[str, Opponent] = {}

    def offered(self) -> list[str]:
        """The engines there are to choose from."""
        return list(dict.fromkeys((*self._named, *installed())))

    def of(self, name: str) -> Opponent:
        """The opponent of a name, "" for our search.

        Raises: OpponentError where there is none, or it may not be started.
        """
        if name not in self._there:
            self._there[name] = self._made(name) if name else SearchOpponent()
        return self._there[name]

    def prove(self, name: str, position: Position) -> None:
        """Starts an engine and ends it: whether it is one, and knows the game. Takes seconds.

        Raises: OpponentError, in a sentence, where it is none, or plays other games.
        """
        tried = self._made(name)
        try:
            tried.start(position)
        except OpponentError as error:  # nobody asks it again
            wanted = "; expected an engine that speaks UCI, or USI with “usi:” before its name."
            raise OpponentError(str(error).replace(STARTS_OVER, wanted)) from None
        finally:
            tried.close()

    def close(self) -> None:
        """Ends them all."""
        for each in self._there.values():
            each.close()

    def _made(self, name: str) -> Opponent:
        if name not in self._named and name not in KNOWN:
            raise OpponentError(
                f"The engine “{name}” may not be started from here: it was not named when the program was started;"
                f" begin with: reedboard play --opponent {name}."
            )
        return engine(name)
