"""The book of one board, put together."""

from reedboard.board.profile import BoardProfile
from reedboard.wiring.book import html
from reedboard.wiring.book.pictures import board_pictures, plan_picture, size, strip_pictures
from reedboard.wiring.book.prices import AS_OF, price
from reedboard.wiring.book.questions import QUESTIONS
from reedboard.wiring.book.reference import cables, contents, magnets, power, trouble, which_way_round
from reedboard.wiring.book.steps import order_boards, safety, steps, tools
from reedboard.wiring.carrier.design import carrier
from reedboard.wiring.circuit.picture import circuit_picture
from reedboard.wiring.mechanics.plan import Plan, plan_of
from reedboard.wiring.parts_list import parts
from reedboard.wiring.picture import picture as board_picture
from reedboard.wiring.strip import cell_picture, design_of, strip_picture
from reedboard.wiring.strip.design import StripDesign

PARTS = (
    ("board", "The board from above"),
    ("order", "What to order"),
    ("order-boards", "Have the circuit boards made"),
    ("safety", "Before you begin: safety"),
    ("carrier", "Step 1: the carrier"),
    ("flash", "Step 2: the firmware"),
    ("strip-solder", "Step 3: solder the strips"),
    ("strips", "Step 4: strip by strip"),
    ("wood", "Step 5: the wood"),
    ("pieces", "Step 6: the pieces"),
    ("play", "Step 7: the first game"),
    ("round", "Which way round"),
    ("cables", "Cables"),
    ("power", "Power"),
    ("magnets", "Magnets and pieces"),
    ("trouble", "When something is wrong"),
    ("questions", "Fifty questions"),
)
"""Anchor and title of every section, for the contents."""


def book(profile: BoardProfile) -> str | None:
    """The book as HTML; None for a board without strips, which is wired by its table."""
    design, plan = design_of(profile), plan_of(profile)
    if design is None or plan is None:
        return None
    strip_svg = strip_picture(design)
    width, height = size(strip_svg, scale=5)
    drawings = {
        "carrier": html.picture(
            circuit_picture(carrier("pico")), "The carrier for a Pico from above; copper of the back is blue"
        ),
        "strip": "\n".join(strip_pictures(strip_svg)),
        "wood": html.picture(plan_picture(plan), "The surface from above: LED holes brown, screw holes black", "150mm"),
        "cutting": _cutting(profile, plan),
    }
    body = [
        _cover(profile),
        _order(profile),
        order_boards(profile, design, width, height),
        safety(),
        *steps(profile, design, drawings),
        which_way_round(),
        cables(profile),
        power(profile),
        magnets(profile, _cell(design)),
        trouble(),
        _questions(),
    ]
    return html.page(f"Building {profile.name}", body)


def _cover(profile: BoardProfile) -> str:
    pictures = list(board_pictures(board_picture(profile), profile.name))
    facts = "".join(
        f"<div><b>{figure}</b>{told}</div>"
        for figure, told in (
            (
                str(len(profile.cells)),
                "cells, and " + str(len(profile.sites) - len(profile.cells)) + " places in trays",
            ),
            (str(len(profile.strips)), "strips, all alike, and one carrier"),
            (f"{profile.pitch_mm:g} mm", "from cell to cell"),
        )
    )
    games = ", ".join(profile.games) or "any that fits"
    return "\n".join(
        (
            f"<h1>Building<br>{profile.name}</h1>",
            html.words(f"A board that feels its pieces and shows moves with light. Games it has trays for: {games}."),
            f'<div class="facts">{facts}</div>',
            html.take(
                "*Honest state.* Nobody has built one yet. Circuit boards pass KiCad's design rules and our own checks, the firmware runs on the real MicroPython virtual machine; "
                "currents, lengths and the magnets' reach are computed. Build one strip and try it before you order everything."
            ),
            contents(iter(PARTS)),
            html.section("board", "The board from above", *pictures),
        )
    )


def _order(profile: BoardProfile) -> str:
    rows, total = [], 0.0
    for one in parts(profile):
        each = price(one.name, one.number)
        whole = None if each is None else each * one.quantity
        total += whole or 0.0
        rows.append((str(one.quantity), one.name, one.number, one.purpose, "" if whole is None else f"{whole:.2f}", ""))
    headings = ("quantity", "part", "maker's number", "for", "about €", "yours")
    return html.section(
        "order",
        "What to order",
        html.words(
            "The number is one maker's part that fits; any part of the same data does. Numbers were written from data sheets, not from a shop's stock: look before you order. Take a tenth more reeds "
            "and a few more of all that is small."
        ),
        html.part("parts", "Parts", html.table(headings, rows, right=("quantity", "about €"), own="yours")),
        html.part(
            "cost",
            "The sum",
            html.words(
                f"All of it about *{total:.0f} €*, without wood, pieces, tools and postage. Prices are rough guesses for single pieces ({AS_OF}), quoted by no shop: write your own beside them."
            ),
        ),
        tools(),
    )


def _cell(design: StripDesign) -> str:
    return html.picture(cell_picture(design), "One cell from above and cut open", "120mm")


def _cutting(profile: BoardProfile, plan: Plan) -> str:
    wood, plate = profile.mechanics, plan.plate
    high = wood.surface_mm + plan.inner_height_mm + wood.base_mm
    rows = [
        ("1", "surface", f"{plate.width:.0f} x {plate.height:.0f} x {wood.surface_mm:g}"),
        ("1", "base", f"{plate.width:.0f} x {plate.height:.0f} x {wood.base_mm:g}"),
        (
            "2",
            "frame, White's and Black's side",
            f"{plate.width + 2 * wood.frame_mm:.0f} x {wood.frame_mm:g} x {high:.1f}",
        ),
        ("2", "frame, left and right", f"{plate.height:.0f} x {wood.frame_mm:g} x {high:.1f}"),
    ]
    return html.table(("pieces", "what", "size"), rows, right=("pieces",))


def _questions() -> str:
    rows = [(str(number), f"[{each.text}](#{each.anchor})") for number, each in enumerate(QUESTIONS, 1)]
    listed = html.table(("", "question, and the page that answers it"), rows, right=("",))
    return html.section("questions", "Fifty questions", f'<div class="at">{listed}</div>')
