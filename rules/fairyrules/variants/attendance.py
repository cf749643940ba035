"""AtTENdance Chess, by Erez Schatz.

Ten kinds on ten by ten cells, nearly all with ten cells to go to. A King may leap like a Knight twice a game; a Vampire
hops along diagonals and takes beside itself without going there; Pawns become what their side has lost. The rest is
orthodox: mate wins, stalemate draws.

Rulings A1-A7. That leaps still in hand attack (A2), how far a Vampire hops (A3) and what the limits count (A5, A6)
are readings.
"""

from fairyrules.board import Board
from fairyrules.particulars.attendance import (
    LEAPS,
    king_moves,
    leaps_after,
    on_the_ninth,
    on_the_tenth,
    pawn_lands,
    read_leaps,
    readiness,
    with_promotion,
)
from fairyrules.sheet import Castling, Extra, Kind, Passing, Promotion, Sheet, Wing

SHEET = Sheet(
    name="AtTENdance Chess",
    board=Board(10, 10),
    kinds=(
        Kind("K", "King", king_moves, royal=True),
        Kind("C", "Centurion", "fsWFfAbD"),
        Kind("R", "Rook", "W2fF"),
        Kind("W", "Wizzar", "CfF"),
        Kind("B", "Bishop", "F2sW"),
        Kind("M", "BattleMech", "DAfF"),
        Kind("V", "Vampire", "mpB", rifle="W"),
        Kind("P", "Pawn", "mfWcfFimfW2", home="a3-j3", lands=pawn_lands, pawn=True),
        Kind("F", "Ferz", "F"),
        Kind("S", "Soldier", "W"),
    ),
    array="rwbmkcmbwr/2v3v3/ppfpsspfpp/10/10/10/10/PPFPSSPFPP/3V3V2/RWBMCKMBWR",
    promotions=(
        Promotion("P", "a10-j10", into=on_the_tenth),
        Promotion("P", "a9-j9", into=on_the_ninth, forced=False),
    ),
    castlings=(Castling("K", "R", home="f1", black_home="e10", wings=(Wing("a1", "c", "d"), Wing("j1", "h", "g"))),),
    passing=(Passing("P", advance=2, taken_at=1, taken_by="P"),),
    extras=(Extra("leaps", LEAPS, read_leaps, lambda leaps: f"{leaps[0]}/{leaps[1]}", leaps_after),),
    phase=readiness,
    phase_at_worst=with_promotion,
)
