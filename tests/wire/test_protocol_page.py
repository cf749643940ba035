"""docs/PROTOCOL.md says what the code does."""

import dataclasses
import re
from pathlib import Path

from reedboard.board import wire
from reedboard.board.link_events import Changed, FrameShown, Greeted, Snapshot
from reedboard.board.session import Session
from reedboard.board.session_states import TRANSITIONS, Cause, State
from reedboard.virtual.faults import FAULTS

PAGE = (Path(__file__).parents[2] / "docs" / "PROTOCOL.md").read_text()


def test_drawn_states_are_those_of_the_table():
    drawn = set()
    for start, cause, end in re.findall(r"^(\w+)\s+-(\w+)->\s+(\w+)$", PAGE, re.M):
        for state in State if start == "any" else [State[start]]:
            drawn.add((state, Cause[cause.upper()], State[end]))
    assert drawn == {(start, cause, end) for (start, cause), end in TRANSITIONS.items()} | {
        (State.CLOSED, Cause.OPENED, State.GREETING)
    }


def test_every_line_type_is_told():
    names = {cls.__name__.upper() for cls in vars(wire).values() if dataclasses.is_dataclass(cls)} - {"GLOW"}
    told = set(re.findall(r"^\| `([A-Z]+)", PAGE, re.M))
    assert told == names


def test_every_fault_is_told_with_its_arguments():
    for name, (form, _) in FAULTS.items():
        told = f"{name}[:{form[1:-1]}]" if form.startswith("[") else f"{name}:{form}" if form else name
        assert f"`{told}`" in PAGE


def test_numbers_of_the_page_are_those_of_the_code():
    assert f"at most {wire.MAX_LINE} bytes" in PAGE
    assert "modulo 2³⁰" in PAGE
    assert wire.TIME_WRAP_MS == 2**30


def test_conversation_of_the_page_could_be_real():
    lines = re.findall(r"^([A-Z]+ ?.*?\*[0-9a-f]{8})", PAGE, re.M)
    session, said = Session(), []
    session.opened(0)
    for line in lines:
        match wire.parse_frame(line.encode()):
            case wire.Leds(_, glows):
                session.show(glows, 0)
                assert line.encode() + b"\n" in session.outgoing()
            case frame if isinstance(frame, wire.FromBoard):
                said += session.receive(line.encode() + b"\n", 0)
                assert session.state in (State.SYNCING, State.LIVE), line
    assert len(lines) >= 9
    assert [type(event) for event in said] == [Greeted, Snapshot, Changed, FrameShown, Changed]
    assert session.state is State.LIVE
