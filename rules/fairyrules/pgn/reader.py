"""Reads PGN: any number of games, of any game this package knows, every move checked as it is read."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Generic

from fairyrules import sanreader
from fairyrules.errors import FairyRulesError, IllegalMoveError, NotationError, UnknownGameError
from fairyrules.game import Game, game, games
from fairyrules.pgn import tokens
from fairyrules.pgn.foreign import fen_of
from fairyrules.pgn.record import GameRecord, ReadGame
from fairyrules.pgn.visitor import Made, RecordMaker, TolerantMaker, Visitor
from fairyrules.pieces import Side
from fairyrules.position import Position

ORTHODOX = frozenset({"", "standard", "chess", "classical", "normal", "from position"})
"""What other programs write in the Variant tag of an orthodox game."""

Source = str | bytes | Iterable[str] | Iterable[bytes]
"""A text, or what gives lines, as an open file does; bytes are UTF-8 or Latin-1."""
Find = Callable[[str], Game]
"""Gives the game of an id, or raises UnknownGameError."""
NOT_YET = -1
EMPTY_LINE = re.compile(r"\n\s*\n")
DEEPEST = 64
"""Variations within variations that are still read; analysis by hand has three or four."""


class PgnMoveError(IllegalMoveError):
    """A move of a PGN game that cannot be played: which game of the text (from 1), which move, whose, and why."""

    def __init__(self, game: int, position: Position, text: str, reason: FairyRulesError) -> None:
        self.game, self.fullmove, self.side = game, position.fullmove, position.side
        self.text, self.reason = text, reason
        dots = "." if position.side is Side.WHITE else "..."
        super().__init__(f"PGN game {game}, move {position.fullmove}{dots} {text}: {reason}")


def read(source: Source, own: Game | None = None, find: Find = game) -> list[GameRecord]:
    """All games of the text, in order; none for an empty text.

    `own` is a game the caller knows and this package does not (a sheet of the user's own): it is used where the
    Variant tag gives its id, and where there is no such tag. `find` gives the game of any other id.

    Raises:
        NotationError: for text that is not PGN, with its line.
        UnknownGameError: for a Variant nobody knows.
        PgnMoveError: for a move that is illegal, ambiguous or no move at all, in the game or in a variation.
    """
    return [made.record for made in visit(source, RecordMaker, own, find) if made.record is not None]


def read_on(source: Source, own: Game | None = None, find: Find = game) -> Iterator[ReadGame]:
    """One game after another as far as it can be read, with what was left out; raises nothing of this package's.

    Of a large file only one game is held at a time. A line is left out from the first move that cannot be played, a
    game whole if nobody knows its rules or its starting position.

    >>> [one] = read_on("1. e4 e5 2. Ke3 (2. Ke2 Ke7) Nc6 1-0")
    >>> [str(move) for move in one.record.moves], one.record.result, one.left_out
    (['e2e4', 'e7e5'], '1-0', ('PGN game 1, move 2. Ke3: “Ke3” is illegal: no King of White can go to e3.',))
    """
    return visit(source, TolerantMaker, own, find)


def visit(
    source: Source,
    visitor: Callable[[], Visitor[Made]],
    own: Game | None = None,
    find: Find = game,
    *,
    first_line: int = 1,
    first_game: int = 1,
) -> Iterator[Made]:
    """Tells each game to a visitor of its own, and gives what that makes of it, as soon as the game is read.

    Lines and games are counted from 1; from elsewhere where the source is part of a larger text (`texts`).

    >>> class Checks(Visitor[int]):
    ...     count = 0
    ...     def move(self, before, move):
    ...         self.count += before.gives_check(move)
    ...     def end(self):
    ...         return self.count
    >>> list(visit("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ * 1. d4 *", Checks))
    [1, 0]

    Raises: what the visitor's `left_out` raises; as it comes, what `read` does.
    """
    number = first_game - 1
    for line, text in texts(source):
        lines = tokens.Lines(first_line - 1 + line, text)
        walk: Walk[Made] | None = None
        for word in tokens.SCANNER.finditer(text):
            sort = word.lastgroup
            if sort is None or sort in tokens.SKIPPED:
                continue
            if walk is None or walk.ends_before(sort, word):
                if walk is not None:
                    yield walk.end()
                number += 1
                walk = Walk(number, lines, visitor(), own, find)
            if sort == "move":
                walk.move(word["move"])
            else:
                walk.take(sort, word)
        if walk is not None and not walk.bare:
            yield walk.end()
        elif walk is not None:
            number -= 1


def texts(source: Source) -> Iterator[tuple[int, str]]:
    """The text of one game after another, unread, each with the number of its first line, from 1.

    Games without tags between them stay in one text. Several texts, one after the other, are read like the whole of it.
    """
    return tokens.game_texts(tokens.lines_of(source))


class Walk(Generic[Made]):
    """One game while it is read: where its lines stand, and what its visitor is told."""

    def __init__(self, number: int, lines: tokens.Lines, visitor: Visitor[Made], own: Game | None, find: Find) -> None:
        self._number = number
        self._lines = lines
        self._visitor = visitor
        self._own = own
        self._find = find
        self._tags: dict[str, str] = {}
        self._position: Position | None = None
        """After the last move; None where the game cannot start."""
        self._before: Position | None = None
        """Before it: where a variation on it starts."""
        self._moved = False
        """Whether the line has a move yet."""
        self._deaf = False
        """Whether the rest of the line is left out."""
        self._outer: list[tuple[Position | None, Position | None, bool, bool, bool]] = []
        """The lines this one is a variation of: the same four of each, and whether the visitor knows of it."""
        self._begun = False
        """Whether the tags are over."""
        self._odd_until = NOT_YET
        """Where the last text that means nothing ended."""
        self._over = NOT_YET
        """Where in the text the result, or a remark after it, ended."""
        self.bare = True
        """Whether there was nothing but remarks: no game."""

    def ends_before(self, sort: str, word: re.Match[str]) -> bool:
        """Whether the word belongs to the next game; a remark after the result does so behind an empty line."""
        if self._over == NOT_YET:
            return self._begun and sort in tokens.TAGS
        if sort not in tokens.REMARKS or EMPTY_LINE.search(word.string, self._over, word.start()):
            return True
        self._over = word.end()
        return False

    def move(self, text: str) -> None:
        """A word of the movetext that is a move, or a mark of opinion."""
        self.bare = False
        if not self._begun:
            self._begin()
        position = self._position
        if self._deaf or position is None:
            return
        if text in tokens.MARKS:
            self._visitor.glyph(tokens.MARKS[text])
            return
        try:
            move = sanreader.parse(position, text)
        except FairyRulesError as reason:
            self._deaf = True
            self._visitor.left_out(PgnMoveError(self._number, position, text, reason))
            return
        self._visitor.move(position, move)
        self._before, self._position, self._moved = position, position.play_unchecked(move), True

    def take(self, sort: str, word: re.Match[str]) -> None:
        """Any other word."""
        self.bare = self.bare and sort in tokens.REMARKS
        if sort in tokens.TAGS:
            name, value = word["name" if sort == "tag" else "raw_name"], word["value" if sort == "tag" else "raw_value"]
            self._tags[name] = unescaped(value)
            self._visitor.tag(name, self._tags[name])
            return
        if not self._begun:
            self._begin()
        match sort:
            case "open":
                self._open(word)
            case "close":
                self._close(word)
            case "result":
                if not self._outer:
                    self._over = word.end()
                    self._visitor.result("1/2-1/2" if word[0] == "½-½" else word[0])
            case _ if self._deaf:
                pass
            case "comment":
                self._visitor.comment(" ".join(word[0][1:-1].split()))
            case "rest":
                self._visitor.comment(" ".join(word[0][1:].split()))
            case "glyph":
                self._visitor.glyph(int(word[0][1:]))
            case "mark":
                self._visitor.glyph(tokens.MARKS[word[0]])
            case _:
                if word.start() != self._odd_until:  # a run of such characters is told once
                    self._fault(word, tokens.complaint(word))
                self._odd_until = word.end()

    def end(self) -> Made:
        """No more of the game comes."""
        if not self._begun:
            self._begin()
        if self._outer and not self._deaf:
            open_still = f"PGN game {self._number}: a variation opens with ( and never closes; add the )."
            self._visitor.left_out(NotationError(open_still))
        while self._outer:
            if self._outer.pop()[-1]:
                self._visitor.close_variation()
        return self._visitor.end()

    def _begin(self) -> None:
        self._begun = True
        try:
            self._position = self._before = starting_position(self._tags, self._own, self._find)
        except FairyRulesError as reason:
            self._deaf = True
            self._visitor.left_out(reason)
        else:
            self._deaf = not self._visitor.begin(self._position)

    def _open(self, word: re.Match[str]) -> None:
        line = (self._position, self._before, self._moved, self._deaf)
        if not self._deaf:
            if not self._moved:
                self._fault(word, "a variation opens before any move it could replace")
                self._deaf = True
            elif len(self._outer) >= DEEPEST:
                self._fault(word, f"variations are nested deeper than {DEEPEST}")
                self._deaf = True
            else:
                self._visitor.open_variation()
        self._outer.append((*line, not self._deaf))
        self._position, self._moved = self._before, False

    def _close(self, word: re.Match[str]) -> None:
        if not self._outer:
            self._fault(word, "a ) closes no variation; remove it")
            return
        self._position, self._before, self._moved, self._deaf, told = self._outer.pop()
        if told:
            self._visitor.close_variation()

    def _fault(self, word: re.Match[str], what: str) -> None:
        """Text that means nothing, where nothing is left out already."""
        if not self._deaf:
            self._visitor.left_out(NotationError(f"PGN line {self._lines.at(word.start())}: {what}."))


def unescaped(value: str) -> str:
    """A tag's value without its backslashes."""
    return re.sub(r"\\(.)", r"\1", value) if "\\" in value else value


def starting_position(tags: dict[str, str], own: Game | None, find: Find) -> Position:
    """Where the game starts by its Variant and FEN tags."""
    played = named_game(tags.get("Variant"), own, find)
    return played.position(fen_of(played, tags["FEN"])) if "FEN" in tags else played.start()


def named_game(variant: str | None, own: Game | None, find: Find) -> Game:
    """The game of a Variant tag: by its id, by its name in any case, or as other programs call chess."""
    if own is not None and (variant is None or variant in (own.id, own.name)):
        return own
    if variant is None or variant.strip().lower() in ORTHODOX:
        return game("chess")
    try:
        return find(variant)
    except UnknownGameError:
        for known in games():
            if game(known).name.lower() == variant.strip().lower():
                return game(known)
        raise
