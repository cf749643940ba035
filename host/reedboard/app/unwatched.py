"""Pieces that stand otherwise than when the board was last watched: what was played meanwhile is a guess, and asked."""

from dataclasses import dataclass

from reedboard.game.move_list import MoveList
from reedboard.game.status import Choice, Question
from reedboard.game.unwatched_moves import Line, words

ANSWER = "away:"
"""How an answer to this question begins, followed by the number of the line, or `AS_IT_STANDS`."""
AS_IT_STANDS = f"{ANSWER}none"


@dataclass(frozen=True, slots=True)
class Unwatched:
    """What may have been played, and what the sensors said when the board was last watched.

    `lines` lead from the moves told so far to `stood`, where the pieces stood when the board was looked at again: the
    shortest that do; none if none is known. What was touched after that look has an order and is no guess.
    """

    move_list: MoveList
    lines: tuple[Line, ...]
    felt: frozenset[str]
    stood: frozenset[str]

    def answer(self, text: str) -> Line | None:
        """The line that an answer names, one of no moves for none of them; None for what answers another question."""
        if text == AS_IT_STANDS:
            return Line(())
        number = text.removeprefix(ANSWER)
        known = text.startswith(ANSWER) and number.isascii() and number.isdigit() and len(number) < 3
        return self.lines[int(number)] if known and int(number) < len(self.lines) else None

    def answers(self) -> list[str]:
        """The answers there are."""
        return [*(f"{ANSWER}{number}" for number in range(len(self.lines))), AS_IT_STANDS]

    def question(self, ply: int) -> Question:
        """The question, about the moves from this ply on."""
        neither = "Something else" if self.lines else "Go on as it stands"
        texts = [*map(self._words, self.lines), neither]
        choices = tuple(Choice(move, text) for move, text in zip(self.answers(), texts, strict=True))
        if not self.lines:
            said = "The pieces stand otherwise than when the board was last watched, and no moves lead there."
            return Question(ply, f"{said} Put them back as the page shows them.", choices)
        said = "Pieces were moved while nobody watched the board. What was played?"
        return Question(ply, said, choices)

    def _words(self, line: Line) -> str:
        if not line.back:
            return words(self.move_list.position, line.moves)
        replaced = self.move_list.entries[-line.back :]
        return f"{words(replaced[0].before, line.moves)}, not {' '.join(entry.san for entry in replaced)}"
