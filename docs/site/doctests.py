"""Griffe extension: doctests in a docstring become code on its API page, not quotations."""

import re

import griffe

DOCTEST = re.compile(r"^( *)>>> .*(?:\n *\S.*)*", re.MULTILINE)
"""From a prompt to the next empty line, as doctest itself reads it."""


class Doctests(griffe.Extension):
    """Puts a fence round each doctest."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Called for each object of a package."""
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(fenced, obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """Called for the package itself, which `on_object` leaves out."""
        self.on_object(obj=pkg)


def fenced(match: re.Match[str]) -> str:
    """A doctest as a block of code."""
    return f"{match[1]}```pycon\n{match[0]}\n{match[1]}```"
