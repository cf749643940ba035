"""The book of a board: everything from the order to the first game, as one page of HTML that prints well. Pure."""

from reedboard.wiring.book.book import book
from reedboard.wiring.book.questions import QUESTIONS, Question, questions_page

__all__ = ["QUESTIONS", "Question", "book", "questions_page"]
