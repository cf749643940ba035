"""Dual Chess, by Antoine Fourrière.

Orthodox Chess on the main board, and beside it a board of six by six with a Cardinal, a Marshall and two Guards behind
Berolina Pawns. The two together go round a cylinder with a gap of one file at each seam: leaps pass it, steps and rides
do not. The first Guard that moves settles what all Guards are from then on.

Rulings D1-D7. What "commuting" Bishops and turning Guards may do is a reading (D2, D4, D5).
"""

from fairyrules.board import Board
from fairyrules.particulars.dual_chess import (
    GUARD_BECOMES,
    at_worst,
    nothing_to_turn,
    read_turn,
    settle_guards,
    standing_moves,
    turn_after,
)
from fairyrules.sheet import Castling, Extra, Kind, Passing, Promotion, Sheet, Wing

PROMOTIONS = ("R", "B", "N", "O")
CORNERS = (("a1", "j2"), ("a8", "j7"), ("h1", "o2"), ("h8", "o7"))

SHEET = Sheet(
    name="Dual Chess",
    board=Board(15, 8, holes="i1-i8 j1-o1 j8-o8", around=16),
    kinds=(
        Kind("K", "King", "K", royal=True),
        Kind("Q", "Queen", "Q"),
        Kind("R", "Rook", "R"),
        Kind("N", "Knight", "N"),
        Kind("B", "Bishop", "B", leaps=CORNERS),
        Kind("P", "Pawn", "mfWcfFimfW2", home="a2-h2", pawn=True),
        Kind("C", "Cardinal", "BN"),
        Kind("M", "Marshall", "RN"),
        Kind("G", "Guard", "K"),
        Kind("W", "Wazir", "W"),
        Kind("F", "Firz", "F"),
        Kind("Z", "Berolina Pawn", "mfFcfW", pawn=True),
        Kind("L", "Camel", "C"),
        Kind("O", "Pawn of Camel", "", pawn=True),
    ),
    array="rnbqkbnr*******/pppppppp*1gcmg1/8*zzzzzz/8*6/8*6/8*ZZZZZZ/PPPPPPPP*1GCMG1/RNBQKBNR*******",
    promotions=(
        Promotion("P", "a8-h8", into=PROMOTIONS),
        Promotion("Z", "j7-o7", into=PROMOTIONS),
        Promotion("G", "a1-h8 j2-o7", into=GUARD_BECOMES, turns=True),
    ),
    castlings=(Castling("K", "R", home="e1", wings=(Wing("a1", "c", "d"), Wing("h1", "g", "f"))),),
    passing=(Passing("P", advance=2, taken_at=1, taken_by="P"),),
    extras=(Extra("turn", None, read_turn, lambda kind: kind or "", turn_after, nothing_to_turn),),
    more_moves=standing_moves,
    more_moves_need="O turn",
    phase_at_worst=at_worst,
    aftermath=settle_guards,
)
