"""`reedboard play`: a game on a board, with its page."""

import os
import shlex
import signal
import sys
import webbrowser
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import click
from rich.console import Console

from fairyrules import Position, pgn
from fairyrules.pgn import GameRecord
from fairyrules.pieces import Side
from reedboard.app import spare_time
from reedboard.app.log import Level
from reedboard.app.program import Options, Program
from reedboard.app.sounds import Sounds
from reedboard.archive import game_lookup
from reedboard.archive.database import Archive, data_folder
from reedboard.archive.puzzles import puzzle
from reedboard.assets import boards
from reedboard.bench.number_options import FiniteRange
from reedboard.bench.scripted_hands import play_script
from reedboard.errors import ReedboardError
from reedboard.game.seat import Seat
from reedboard.game.status import Status
from reedboard.game.table_events import Flag, StopsBy
from reedboard.game.terms import LONGEST_NAME, YES, parse_terms
from reedboard.opponent.levels import LEVELS
from reedboard.opponent.named import SEARCH, lasting, parted
from reedboard.virtual.faults import order
from reedboard.web.server import address


@click.command()
@click.option("--board", default="auto", help="virtual, a port or pyserial URL, or auto: the first board found.")
@click.option(
    "--board-file", metavar="FILE.toml", help="The geometry file of a board of your own; it is kept: once is enough."
)
@click.option("--game", "game_id", metavar="ID|FILE.toml", help="The game (default: the one played last).")
@click.option("--fen", help="Begin from this position.")
@click.option("--hands", metavar="FILE.pgn|random", help="Scripted hands play on the virtual board, then all ends.")
@click.option("--speed", type=FiniteRange(0.1, 100), default=1.0, help="How fast scripted hands are (1: human).")
@click.option("--seed", type=int, default=0, help="Equal seeds make the scripted hands play alike.")
@click.option(
    "--fault", "faults", multiple=True, metavar="NAME[:ARGS][@SECONDS]", help="Simulate a fault of the virtual board."
)
@click.option(
    "--sounds",
    type=click.Choice(Sounds, case_sensitive=False),
    default=Sounds.ALL,
    show_default="all",
    help="When the board's buzzer sounds: at questions and illegal moves, at questions alone, never.",
)
@click.option("--http", default="127.0.0.1:8080", help="Where the page is served; 0.0.0.0:8080 lets others watch.")
@click.option("--new", "anew", is_flag=True, help="Begin a new game even if the last one is unfinished.")
@click.option(
    "--live-pgn", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Keep the game here as it goes."
)
@click.option(
    "--live-delay", type=FiniteRange(0, 86_400), default=0.0, metavar="SECONDS", help="Hold its moves back so long."
)
@click.option(
    "--log", type=click.Choice(Level, case_sensitive=False), default=Level.INFO, show_default="info", help="How much."
)
@click.option("--white", default="", metavar="NAME", help="Who plays White.")
@click.option("--black", default="", metavar="NAME", help="Who plays Black.")
@click.option("--time", default="", metavar="CONTROL", help="A new game's clock: 15m+10s, 5m, 40/2h:1h, 10m:5x30s, ...")
@click.option(
    "--clock-stops",
    type=click.Choice(StopsBy),
    default=StopsBy.MOVE,
    show_default="move",
    help="What ends a side's time.",
)
@click.option(
    "--flag", type=click.Choice(Flag), default=Flag.TELL, show_default="tell", help="What a fallen flag means."
)
@click.option(
    "--opponent",
    default="",
    metavar="LEVEL|NAME[:LEVEL]",
    help=f"The program plays a side, from 1 to {LEVELS[-1].number}, strongest; or a UCI or USI engine by name or path.",
)
@click.option(
    "--side",
    type=click.Choice(["white", "black"]),
    default="black",
    show_default=True,
    help="The opponent's side.",
)
@click.option("--resigns", is_flag=True, help="The opponent gives up a game that is lost.")
@click.option("--rated", is_flag=True, help="A new game without hints and coach.")
@click.option("--coach", is_flag=True, help="Say when a move loses much, and what was better.")
@click.option(
    "--puzzle", "riddle", default="", metavar="NAME", help="A position of `records puzzles`; the program plays on."
)
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def command(
    board: str,
    board_file: str | None,
    game_id: str | None,
    fen: str | None,
    hands: str | None,
    speed: float,
    seed: int,
    faults: tuple[str, ...],
    sounds: Sounds,
    http: str,
    anew: bool,
    live_pgn: Path | None,
    live_delay: float,
    log: Level,
    white: str,
    black: str,
    time: str,
    clock_stops: StopsBy,
    flag: Flag,
    opponent: str,
    side: str,
    resigns: bool,
    rated: bool,
    coach: bool,
    riddle: str,
    no_browser: bool,
) -> None:
    """Play a game over the board, light the way, record it, and show it on a page."""
    if riddle:
        if game_id or fen or hands or opponent:
            raise ReedboardError(
                "A puzzle has its game, position and opponent; leave out --game, --fen, --hands, --opponent."
            )
        anew, (game_id, fen, opponent, side) = True, puzzle_terms(riddle)
    record = read_script(hands, game_id) if hands and hands != "random" else None
    if game_id is not None:
        game_lookup.keep(game_id)
    own = None if board_file is None else boards.keep(board_file, data_folder()).id
    plain = game_id is None and fen is None and record is None and not hands
    start = None if plain else starting_position(game_id, fen, record)
    if hands and board not in ("virtual", "auto"):
        raise ReedboardError("Scripted hands can only play on the virtual board: --board virtual.")
    host, port = address(http)
    tags = tuple(record.tags.items()) if record else ()
    for fault in faults:
        order(fault)
    if live_pgn is not None and not live_pgn.resolve().parent.is_dir():
        raise ReedboardError(f"Cannot keep the game in {live_pgn}: there is no folder {live_pgn.resolve().parent}.")
    if resigns and not opponent:
        raise ReedboardError("Nobody is there to resign: --resigns goes with --opponent.")
    white, black = players(white, black, opponent, side, resigns)
    if rated and coach:
        raise ReedboardError("In a rated game there is no coach; leave out --rated or --coach.")
    terms = parse_terms(white, black, time, clock_stops, flag, YES if rated else "")
    where, new = "virtual" if hands else board, anew or bool(hands)
    options = Options(where, start, host, port, new, tags, terms, faults, live_pgn, live_delay, sounds, own, log, coach)
    console = Console(highlight=False, soft_wrap=True)
    with Program(options, data_folder(), console) as program:
        spare_time.prepare()
        if program.page.moved:
            console.print(f"Port {port} is taken; the page is at the next free one.")
        if console.is_terminal:
            console.print(f"Page: [link]{program.local_link}[/link]")
        else:  # what is written here may be kept as a log that others read
            console.print(f"Page: {program.page.local_url} (reedboard status tells the link that may play)")
        if program.page.open_to_others:
            console.print(f"Others can watch at {program.page.outside_url}")
        if hands and start is not None:
            report(program, start, record, speed, seed)
        else:
            if not no_browser and on_a_screen():
                webbrowser.open(program.local_link)
            wait_for_the_end()
            if words := how_to_resume(program.watch.status, board):
                click.echo(words)


def puzzle_terms(name: str) -> tuple[str, str, str, str]:
    """A puzzle's game and position, and at which level the program plays which side: the solver has the other.

    Raises: ReedboardError where there is no puzzle of this name.
    """
    with closing(Archive(data_folder())) as archive:
        found = puzzle(archive, name).position
    side = "black" if found.side is Side.WHITE else "white"
    return found.game.id, found.fen(), str(LEVELS[-1].number), side


def players(white: str, black: str, opponent: str, side: str, resigns: bool = False) -> tuple[str, str]:
    """The players' names, White's first, with the program or an engine on its side if it plays.

    Raises: ReedboardError for a level that is none, an engine that is not there, or a side that somebody else plays.
    """
    if not opponent:
        return white, black
    who, strength = parted(opponent)
    ours = who == SEARCH
    level, engine = (strength or LEVELS[-1].number, "") if ours else (strength, lasting(who))
    name = Seat(level, engine, resigns).name
    if len(name) > LONGEST_NAME:
        raise ReedboardError(
            f"A player's name has at most {LONGEST_NAME} letters, and “{name}” would be one:"
            " have the engine's folder in PATH and give its name alone."
        )
    taken = white if side == "white" else black
    if taken:
        raise ReedboardError(f"{taken} plays {side.capitalize()}; let the opponent play the other side with --side.")
    return (name, black) if side == "white" else (white, name)


def read_script(path: str, game_id: str | None) -> GameRecord:
    """The one game of a PGN file.

    Raises: ReedboardError when the file cannot be read or holds no game; FairyRulesError for an illegal move in it.
    """
    try:
        text = pgn.decoded(Path(path).read_bytes())
    except OSError as error:
        raise ReedboardError(f"Cannot read {path}: {error.strerror}.") from None
    own = game_lookup.find(game_id) if game_id is not None and game_id.endswith(game_lookup.SUFFIX) else None
    read = pgn.read(text, own, game_lookup.known)
    if not read:
        raise ReedboardError(f"{path} holds no game: expected PGN.")
    return read[0]


def starting_position(game_id: str | None, fen: str | None, record: GameRecord | None) -> Position:
    """Where the game begins: as the options say, or as the script does."""
    if record is None:
        game = game_lookup.find(game_id or "wildeurasian-qi")
        return game.start() if fen is None else game.position(fen)
    if game_id is not None and game_lookup.find(game_id).id != record.start.game.id:
        raise ReedboardError(f"The file holds a game of {record.start.game.id}, but --game says {game_id}.")
    if fen is not None:
        raise ReedboardError("Scripted hands begin where their file says; leave --fen out.")
    return record.start


def report(program: Program, start: Position, record: GameRecord | None, speed: float, seed: int) -> None:
    """Lets the scripted hands play and says in one line what came of it."""
    played = play_script(program, start, record, speed, seed)
    status = program.watch.status
    result = status.outcome.result if status.outcome else "*"
    program.close()
    click.echo(f"record {status.game.record}: {status.game.id}, {played.plies} plies, {result}, {played.asked} asked")


def how_to_resume(status: Status, board: str) -> str:
    """The command that goes on with this game; empty when there is nothing to go on with."""
    if status.outcome or not status.moves:
        return ""
    start = status.game.fen
    words = ["reedboard", "play", "--board", board, "--game", status.game.id]
    if start != game_lookup.find(status.game.id).start().fen():
        words += ["--fen", start]
    return f"Go on with this game: {shlex.join(words)}"


def on_a_screen() -> bool:
    """Whether a browser opened here would be seen; one in the terminal would only be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


ENDS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and a service manager's word."""


def wait_for_the_end() -> None:
    """Says how the program is ended, and sleeps until somebody does."""
    for number in ENDS:
        signal.signal(number, _end)
    try:
        click.echo("Ctrl-C ends the program; the game can be resumed.")
        signal.pause() if hasattr(signal, "pause") else input()
    except (KeyboardInterrupt, EOFError):
        click.echo("")


def _end(number: int, frame: object) -> NoReturn:
    """Wakes who waits for the end; from now on the same word finds it under way."""
    for each in ENDS:
        signal.signal(each, _ending)
    raise KeyboardInterrupt


def _ending(number: int, frame: object) -> None:
    """Answers whoever is in a hurry: what was played is being written, and nothing of it is lost by waiting."""
    signal.signal(number, signal.default_int_handler)
    os.write(sys.stderr.fileno(), b"Ending already: what was played last is being written. Once more ends at once.\n")
