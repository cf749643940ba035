"""A game's rules as one document, and that document as HTML or Markdown (`reedboard rules` prints it too)."""

from fairyrules.rules_page.as_html import html
from fairyrules.rules_page.as_markdown import markdown
from fairyrules.rules_page.document import Document, document

__all__ = ["Document", "document", "html", "markdown"]
