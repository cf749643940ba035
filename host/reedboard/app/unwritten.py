"""What waits for the disk: pictures not shown, and requests not answered, before what they say is written."""

from concurrent.futures import Future
from typing import NamedTuple

from reedboard.app.display import Picture
from reedboard.app.notices import Notices
from reedboard.archive.game_writer import Keeper
from reedboard.errors import ReedboardError

Reply = tuple[Future[str], Exception | None]
"""Whom to tell that what they asked for is done, or why it was refused."""


class LaidBy(NamedTuple):
    """How things stood, and who asked for what until then."""

    number: int
    """How often something had been handed over to be written."""
    picture: Picture
    replies: list[Reply]


class Unwritten:
    """Pictures and replies held back until the disk has what they say, oldest first. For one thread."""

    def __init__(self, keeper: Keeper, notices: Notices) -> None:
        self._keeper = keeper
        self._notices = notices
        self._laid_by: list[LaidBy] = []
        self._replies: list[Reply] = []
        """Those of which no picture was laid by yet."""

    def __bool__(self) -> bool:
        """Whether a picture waits."""
        return bool(self._laid_by)

    def reply(self, done: Future[str], refusal: Exception | None = None) -> None:
        """Tells `done`, in its time, that it was done as asked, or why it was refused."""
        self._replies.append((done, refusal))

    def lay_by(self, picture: Picture) -> None:
        """Holds back how things stand now; it takes the place of the last picture if nothing was handed over since."""
        number = self._keeper.handed
        if self._laid_by and self._laid_by[-1].number == number:
            self._replies = self._laid_by.pop().replies + self._replies
        self._laid_by.append(LaidBy(number, picture, self._replies))
        self._replies = []

    def take_written(self) -> list[LaidBy]:
        """Those that are written by now, or of which it is known that they are not: held back no longer."""
        up_to = self._keeper.may_show_up_to
        written = [each for each in self._laid_by if each.number <= up_to]
        self._laid_by = self._laid_by[len(written) :]
        return written

    def answer(self, written: list[LaidBy]) -> None:
        """Tells whoever asked for something by then."""
        for each in written:
            self._tell(each.replies)

    def answer_all(self) -> None:
        """Tells everybody: all is written, and nothing more is shown."""
        self.answer(self._laid_by)
        self._tell(self._replies)
        self._laid_by, self._replies = [], []

    def refuse(self, words: str) -> None:
        """Tells those of whom no picture was laid by yet that something went wrong."""
        self._replies, failed = [], self._replies
        for done, refusal in failed:
            if not done.done():
                done.set_exception(refusal or ReedboardError(words))

    def _tell(self, replies: list[Reply]) -> None:
        for done, refusal in replies:
            if done.done():
                continue
            if refusal is None:
                done.set_result(self._notices.about("disk"))
            else:
                done.set_exception(refusal)
