"""The record's commands and what is told of a running game, as a user at the terminal meets them."""

import sqlite3
import time
from contextlib import closing

import pytest
from click.testing import CliRunner

from fairyrules import pgn
from reedboard.app.running import find, hold
from reedboard.archive import pgn_records, schema
from reedboard.archive.database import Archive, Kept
from reedboard.assets import boards
from reedboard.cli.main import main
from reedboard.game.status import PlyView

TRACE = """{"game": "chess", "fen": null, "trays": false, "slots": {}}
{"t": 1000, "cell": "e2", "on": 0}
{"t": 1200, "cell": "e4", "on": 1}
{"t": 3000, "cell": "e7", "on": 0}
{"t": 3250, "cell": "e5", "on": 1}
"""
PGN = '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 {[%emt 0:00:02]} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "data"))

    def call(*words):
        return CliRunner().invoke(main, words)

    return call


@pytest.fixture
def imported(run, tmp_path):
    """Record 1 from a trace, record 2 from PGN."""
    for name, text in (("one.trace", TRACE), ("two.pgn", PGN)):
        (tmp_path / name).write_text(text)
        assert run("records", "import", str(tmp_path / name)).exit_code == 0
    return run


def test_records_lists_what_was_imported(imported):
    lines = imported("records", "list").output.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["2", "chess"], ["1", "chess"]]


def test_records_list_says_times_by_the_clock_here_with_the_zone(imported, monkeypatch, tmp_path):
    recorded_otherwise(tmp_path, "UPDATE game SET begun = '2026-06-01T22:30:00+00:00'")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert "2026-06-02 07:30 JST" in imported("records", "list").output
        assert "begun 2026-06-02 07:30 JST" in imported("records", "show", "1").output
        exported = imported("records", "export", "1").output
    finally:
        monkeypatch.undo()
        time.tzset()
    assert '[Date "2026.06.02"]' in exported
    assert '[UTCDate "2026.06.01"]\n[UTCTime "22:30:00"]' in exported


@pytest.mark.parametrize("width", ["60", "30", "200"])
@pytest.mark.parametrize("words", [("records", "list"), ("boards", "list")])
def test_lists_cut_no_id_on_a_narrow_terminal(run, tmp_path, monkeypatch, width, words):
    game = "wildeurasian-qi/full-front+gold+korean"
    with closing(Archive(tmp_path / "data")) as archive:
        archive.begin(game, None, TRACE.splitlines()[0], "12x10 of the club in the old school")
    monkeypatch.setenv("COLUMNS", width)
    for forced in ("1", ""):
        monkeypatch.setenv("FORCE_COLOR", forced)
        output = run(*words).output
        assert "…" not in output
        wanted = [game, "12x10 of the club"] if words[0] == "records" else boards.shipped()
        assert all(each in " ".join(output.split()) for each in wanted), output
        if forced and width != "200":
            assert all(len(line) <= int(width) or len(line.split()) < 3 for line in output.splitlines()), output


def test_records_list_finds_what_is_looked_for(imported, tmp_path):
    def found(*words):
        output = imported("records", "list", *words).output
        return [line.split()[0] for line in output.splitlines()[1:] if line.split()[1] == "chess"]

    recorded_otherwise(tmp_path, "UPDATE game SET begun = '2026-06-01T12:00:00+00:00' WHERE id = 1")
    assert found("--game", "chess") == ["2", "1"]
    assert imported("records", "list", "--game", "ches").output == "No recorded game fits.\n"
    assert found("--player", "ada") == ["2"]
    assert found("--result", "1-0") == ["2"]
    assert found("--opening", "e4 e5 Qh5") == ["2"]
    assert found("--opening", "e4 e5") == ["2", "1"]
    assert found("--until", "2026-06") == ["1"]
    assert found("--since", "2026-06-02") == ["2"]
    assert found("--before", "2") == ["1"]
    assert imported("records", "list", "--most", "1").output.splitlines()[-1] == "1 more: --before 2, or --most 2."


def test_records_says_so_when_there_is_none(run):
    assert run("records", "list").output == "No game has been recorded yet.\n"


def test_records_show_prints_moves_with_their_times(imported):
    output = imported("records", "show", "1").output
    assert "0:01.2  e4" in output
    assert "0:03.2  e5" in output


def test_records_export_gives_back_the_trace_byte_for_byte(imported):
    assert imported("records", "export", "1", "--trace").output == TRACE


def test_records_export_gives_pgn_with_names_result_and_times(imported):
    exported = imported("records", "export", "2").output
    (game,) = pgn.read(exported)
    assert [str(move) for move in game.moves] == ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]
    assert (game.tags["White"], game.result, game.plies[0].elapsed_ms) == ("Ada", "1-0", 2000)


ANNOTATED = """[Event "Study"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[Variant "chess"]
[ECO "C20"]

{Played by post.} 1. e4 $1 {[%clk 0:10:00] best by test} 1... e5 {[%clk
0:09:58.5]} 2. Qh5 $2 {[%eval 0.1]} (2. Nf3 {better} 2... Nc6 (2... d6 $6) 3.
Bb5) ({or} 2. f4) 2... Nc6 {[%emt 0:00:07]} 3. Bc4 Nf6 4. Qxf7# {mate} 1-0

"""


def test_records_export_gives_back_what_was_written_beside_the_moves(run, tmp_path):
    (tmp_path / "study.pgn").write_text(ANNOTATED)
    assert run("records", "import", str(tmp_path / "study.pgn")).output == "Game 1: chess, 7 plies, 1-0\n"
    assert run("records", "export", "1").output == ANNOTATED


def test_records_export_writes_no_times_that_nobody_took(run, tmp_path):
    (tmp_path / "bare.pgn").write_text("1. e4 {[%emt 0:00:00]} e5 2. Nf3 {[%emt 0:00:02]} *\n")
    run("records", "import", str(tmp_path / "bare.pgn"))
    moves = run("records", "export", "1").output.partition("\n\n")[2]
    assert moves == "1. e4 {[%emt 0:00:00]} 1... e5 2. Nf3 {[%emt 0:00:02]} *\n\n"
    assert run("records", "show", "1").output.splitlines()[3].split() == ["2", "e5", "e7e5"]


@pytest.mark.parametrize(("text", "form"), [(ANNOTATED, "--pgn"), (TRACE, "--pgn"), (TRACE, "--trace")])
def test_records_import_makes_no_double_when_the_game_is_there_already(run, tmp_path, text, form):
    (tmp_path / "game").write_text(text)
    first = run("records", "import", str(tmp_path / "game")).output
    assert run("records", "import", str(tmp_path / "game")).output == first.replace("\n", ", already recorded\n")
    (tmp_path / "exported").write_text(run("records", "export", "1", form).output)
    assert "already recorded" in run("records", "import", str(tmp_path / "exported")).output
    assert run("records", "list").output.count("chess") == 1


def test_records_import_leaves_out_only_the_games_it_cannot_read_and_names_them(run, tmp_path):
    path = tmp_path / "mixed.pgn"
    text = '[White "Müller"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. e4 e5 2. Ke3 *\n\n[White "C"]\n\n1. d4 *\n'
    path.write_bytes(text.encode("latin-1"))
    told = run("records", "import", str(path))
    assert told.exit_code == 0
    assert "Left out: PGN game 2, move 2. Ke3: " in told.stderr
    assert [line.partition(":")[0] for line in told.stdout.splitlines()] == ["Game 1", "Game 2"]
    assert "Müller" in run("records", "export", "1").output
    assert '[White "C"]' in run("records", "export", "2").output


def test_records_import_counts_a_game_that_a_file_holds_twice_once(run, tmp_path):
    (tmp_path / "twice.pgn").write_text(PGN + "\n" + PGN)
    told = run("records", "import", str(tmp_path / "twice.pgn")).output.splitlines()
    assert told == ["Game 1: chess, 7 plies, 1-0", "Game 1: chess, 7 plies, 1-0, already recorded"]


def test_records_import_knows_a_game_played_here_again(run, tmp_path):
    archive = Archive(tmp_path / "data")
    archive.begin("chess", None, TRACE.splitlines()[0], "8x8")
    moves = (PlyView(1, 1, "w", "e4", "e2e4", 1200, "settled"),)
    archive.keep(Kept(1, TRACE.splitlines()[0], TRACE.splitlines()[1:], 4, moves))
    archive.close()
    (tmp_path / "played.pgn").write_text(run("records", "export", "1").output)
    assert "1 plies, *, already recorded" in run("records", "import", str(tmp_path / "played.pgn")).output


def test_records_replay_finds_the_same_game(imported):
    assert imported("records", "replay", "1").output == "4 journal lines, 2 plies: the same game.\n"


def recorded_otherwise(folder, *statements):
    """Writes another past into the records, as another tracker might have: whole, with its checksums."""
    archive = Archive(folder / "data")
    counted = "UPDATE game SET plies = (SELECT count(*) FROM move WHERE move.game = game.id)"
    sealed = [
        f"UPDATE {table} SET crc = row_crc({', '.join(columns[:-1])})" for table, columns in schema.COLUMNS.items()
    ]
    for statement in (*statements, counted, *sealed):
        archive._db.execute(statement)
    archive.close()


def table(output):
    """The rows of a printed table, each as its words."""
    return [line.split() for line in output.splitlines()]


def test_records_replay_shows_what_differs(imported, tmp_path):
    recorded_otherwise(tmp_path, "UPDATE move SET move = 'd2d4', san = 'd4' WHERE game = 1 AND ply = 1")
    assert table(imported("records", "replay", "1").output) == [
        ["Ply", "Time", "Recorded", "Today"],
        ["1", "0:01.2", "d4", "d2d4", "e4", "e2e4"],
        ["4", "journal", "lines,", "2", "plies:", "1", "differs."],
    ]
    assert imported("records", "export", "1").exit_code == 0


def test_records_replay_shows_moves_that_only_one_reading_has(imported, tmp_path):
    recorded_otherwise(tmp_path, "INSERT INTO move VALUES (1, 3, 5000, 'd2d4', 'd4', 'settled', '', 0)")
    longer = table(imported("records", "replay", "1").output)[1:]
    recorded_otherwise(tmp_path, "DELETE FROM move WHERE game = 1 AND ply > 1")
    shorter = table(imported("records", "replay", "1").output)[1:]
    last = ["4", "journal", "lines,", "2", "plies:", "1", "differs."]
    assert longer == [["3", "0:05.0", "d4", "d2d4", "no", "move"], last]
    assert shorter == [["2", "0:03.2", "no", "move", "e5", "e7e5"], last]


def test_records_replay_tells_what_is_still_asked(run, tmp_path):
    promotion = TRACE.splitlines()[0].replace("null", '"7k/4P3/8/8/8/8/8/K7 w - - 0 1"')
    readings = ['{"t": 1000, "cell": "e7", "on": 0}', '{"t": 1200, "cell": "e8", "on": 1}']
    (tmp_path / "asked.trace").write_text("\n".join([promotion, *readings]))
    run("records", "import", str(tmp_path / "asked.trace"))
    assert run("records", "replay", "1").output.splitlines() == [
        "Still asked about today: ply 1.",
        "2 journal lines, 1 ply: the same game.",
    ]
    recorded_otherwise(tmp_path, "UPDATE move SET state = 'settled'")
    first = table(run("records", "replay", "1").output)[1]
    assert first[:2] == ["1", "0:01.2"]
    assert "?" in first[3:]
    assert "?" not in first[:3]


def test_records_replay_tells_an_end_that_was_not_recorded(run, tmp_path):
    taps = ["f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4"]
    lines = [f'{{"t": {1000 * at}, "cell": "{cell}", "on": {at % 2}}}' for at, cell in enumerate(taps, 2)]
    (tmp_path / "mate.trace").write_text("\n".join([TRACE.splitlines()[0], *lines]))
    run("records", "import", str(tmp_path / "mate.trace"))
    assert run("records", "replay", "1").output == "8 journal lines, 4 plies: the same game.\n"
    recorded_otherwise(tmp_path, "UPDATE game SET result = '*'")
    assert run("records", "replay", "1").output.splitlines()[0] == "Result: recorded *, today 0-1 (checkmate)."


def test_records_replay_uses_what_is_usable_of_a_damaged_journal(imported, tmp_path):
    recorded_otherwise(tmp_path, "UPDATE journal SET text = '{\"t\": 30' WHERE game = 1 AND line = 4")
    found = imported("records", "replay", "1")
    assert found.exit_code == 0
    assert 'line 5: {"t": 30 is not a whole JSON object' in found.output
    assert "4 journal lines, 1 ply: 1 differs." in found.output
    with closing(sqlite3.connect(tmp_path / "data" / "records.sqlite3")) as db:
        db.execute("UPDATE journal SET text = replace(text, 'e4', 'd4')")
        db.commit()
    found = imported("records", "replay", "1")
    assert found.exit_code == 0
    assert "Journal: 1 line is damaged or missing" in found.output
    assert "3 journal lines" in found.output


def test_records_replay_says_why_when_there_is_no_journal(imported):
    refused = imported("records", "replay", "2")
    assert refused.exit_code == 2
    assert "imported from PGN" in refused.output


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. e4 e5 2. Ke3 *", "Ke3"),
        ('{"game": "chess"}\n{"t": 1, "cell": "e2"}\n', "is no event"),
        ('{"game": "chesss"}\n', "chesss"),
        ("", "holds no game"),
    ],
)
def test_records_import_says_what_is_wrong_and_records_nothing(run, tmp_path, text, says):
    path = tmp_path / "bad"
    path.write_text(text)
    refused = run("records", "import", str(path))
    assert refused.exit_code == 2
    assert says in refused.output
    assert len(refused.output.splitlines()) == 1
    assert run("records", "list").output == "No game has been recorded yet.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("records", "show", "7"),
        ("records", "export", "7"),
        ("records", "replay", "7"),
        ("records", "import", "/nowhere.pgn"),
        ("play", "--game", "chesss", "--board", "virtual"),
        ("play", "--game", "chess", "--board", "virtual", "--fen", "8/8 w"),
        ("play", "--board", "/dev/no-such-port"),
        ("play", "--board", "virtual", "--http", "nowhere"),
        ("play", "--board", "virtual", "--fault", "nonsense"),
        ("play", "--board", "/dev/no-such-port", "--hands", "random"),
        ("play", "--hands", "/nowhere.pgn"),
    ],
    ids=" ".join,
)
def test_bad_input_gives_one_line_and_exit_code_2(run, words):
    refused = run(*words)
    assert refused.exit_code == 2, refused.output
    assert len(refused.output.splitlines()) == 1


def test_status_says_when_no_game_runs(run, tmp_path):
    assert "No game is running" in run("status").output
    with hold(tmp_path / "data") as held:
        held.tell("http://127.0.0.1:1/")
        assert "No game is running" in run("status").output


def test_running_game_is_found_until_it_ends(tmp_path):
    with hold(tmp_path) as held:
        held.tell("http://127.0.0.1:8080/")
        found = find(tmp_path)
        assert found is not None
        assert found.url == "http://127.0.0.1:8080/"
    assert find(tmp_path) is None


def test_large_import_does_not_keep_a_running_game_from_being_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr(pgn_records, "AT_ONCE", 3)
    held = []
    add = Archive.add

    def counted(archive, games):
        held.append(len(games))
        return add(archive, games)

    monkeypatch.setattr(Archive, "add", counted)
    (tmp_path / "many.pgn").write_text("\n".join(f'[Round "{n}"]\n\n1. e4 e5 *\n' for n in range(8)))
    told = run("records", "import", str(tmp_path / "many.pgn")).output.splitlines()
    assert [line.split()[1] for line in told] == [f"{n}:" for n in range(1, 9)]
    assert held == [3, 3, 2]
