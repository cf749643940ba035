"""Games by id: `chess`, `wildeurasian-qi`, `wildeurasian-qi/full-front+gold`."""

import difflib
import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from fairyrules import fenreader, guides, variants
from fairyrules.equipment import Equipment
from fairyrules.errors import SheetError, UnknownGameError
from fairyrules.guide import Guide
from fairyrules.pieces import Side
from fairyrules.position import Position
from fairyrules.rules import Rules
from fairyrules.setup import Setup
from fairyrules.sheet import Kind, Option, Sheet


class Game:
    """One game, ready to play.

    >>> import fairyrules
    >>> len(fairyrules.game("chess").start().legal_moves())
    20
    """

    def __init__(
        self, game_id: str, sheet: Sheet, options: tuple[Option, ...] = (), guide: Guide | None = None
    ) -> None:
        self.id = game_id
        self._guide = guide
        self.sheet = sheet
        self.options = options
        """The sub-variants there are, chosen in this game or not."""
        self.rules = Rules(sheet)
        self.board = sheet.board
        """Its geometry."""
        self._start: Position | None = None

    @property
    def name(self) -> str:
        """The game's name for people."""
        return self.sheet.name

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of pieces by letter."""
        return self.rules.codes.by_letter

    @property
    def guide(self) -> Guide:
        """What people are told about it."""
        if self._guide is None:
            self._guide = guides.of(self.id)
        return self._guide

    @property
    def equipment(self) -> Mapping[str, Equipment]:
        """Which physical piece stands for which kind, by letter."""
        return self.guide.equipment

    @property
    def has_reserves(self) -> bool:
        """Whether captured pieces are kept."""
        return self.sheet.reserves is not None

    def start(self) -> Position:
        """The position the game begins with."""
        if self._start is None:
            self._start = self.position(self.start_fen())
        return self._start.fresh()

    def start_fen(self) -> str:
        """The FEN the game begins with."""
        sheet = self.sheet
        if sheet.start_fen:
            return sheet.start_fen
        bare = fenreader.placement_only(self.rules, sheet.array)
        return Setup(
            self,
            bare,
            side=Side.WHITE,
            rights=self.rules.castlings.rights_at_start(bare),
            reserves=fenreader.held(self.rules, sheet.reserves.start) if sheet.reserves is not None else None,
            extras=tuple(extra.start for extra in self.rules.extras),
        ).fen()

    def position(self, fen: str) -> Position:
        """The position of a FEN.

        Raises:
            NotationError: it cannot be read.
            IllegalPositionError: it can, but the rules do not allow it (ruling G7).
        """
        return self.setup(fen).position()

    def setup(self, fen: str) -> Setup:
        """The set-up of a FEN, legal or not.

        Raises:
            NotationError: it cannot be read.
        """
        return fenreader.read(self, fen)

    def __repr__(self) -> str:
        return f"<game {self.id}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self is other or (self.id, self.sheet) == (other.id, other.sheet))

    def __hash__(self) -> int:
        return hash(self.id)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: a game of this package by its id, any other by its sheet."""
        name = self.id.partition("/")[0]
        if name in games() and game(self.id) is self:
            return game, (self.id,)
        return Game, (self.id, self.sheet, self.options, self._guide)


@cache
def games() -> tuple[str, ...]:
    """The ids of all games, without sub-variants, in alphabetical order."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(variants.__path__)))


def game(game_id: str) -> Game:
    """The game of an id, made once.

    >>> game("wildeurasian-qi/korean").id
    'wildeurasian-qi/korean'

    Raises:
        UnknownGameError: no such game or sub-variant; the message names near ones.
    """
    name, slash, chosen = game_id.partition("/")
    if name not in games():
        near = difflib.get_close_matches(game_id, games(), 3, 0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(games())}."
        raise UnknownGameError(f"There is no game “{game_id}”; {hint}")
    names = chosen.split("+") if slash else []
    order = [option.name for option in _module_options(name)]
    return _made(name, tuple(sorted(names, key=lambda word: _rank(word, order))))


def _rank(word: str, order: list[str]) -> int:
    key = word.partition("=")[0] + ("=" if "=" in word else "")
    return order.index(key) if key in order else len(order)


def _module_options(name: str) -> tuple[Option, ...]:
    module = importlib.import_module(f"{variants.__name__}.{name.replace('-', '_')}")
    return getattr(module, "OPTIONS", ())


@cache
def _made(name: str, chosen: tuple[str, ...]) -> Game:
    sheet: Sheet = importlib.import_module(f"{variants.__name__}.{name.replace('-', '_')}").SHEET
    options = {option.name: option for option in _module_options(name)}
    groups: dict[str, str] = {}
    for word in chosen:
        key, equals, value = word.partition("=")
        option = options.get(key + equals)
        whole = f"{name}/{'+'.join(chosen)}"
        if option is None:
            known = ", ".join(options) or "none"
            raise UnknownGameError(f"{name} has no sub-variant “{word}”; expected some of: {known}.")
        if chosen.count(word) > 1 or (option.group and option.group in groups):
            raise UnknownGameError(f"“{whole}” takes {option.group or word} twice; expected at most one.")
        groups[option.group] = word
        try:
            sheet = option.change(sheet, value)
        except SheetError as error:
            raise UnknownGameError(f"“{word}” cannot be: {error}") from error
    if chosen:
        sheet = sheet.derive(name=f"{sheet.name} ({', '.join(chosen)})")
    return Game("/".join([name, "+".join(chosen)] if chosen else [name]), sheet, tuple(options.values()))
