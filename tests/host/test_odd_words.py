"""Odd words and files to the commands that keep records: one line and exit code 2, never a traceback."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reedboard.cli.main import main

OFTEN = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
LONG = "x" * 5000
HEADER = {"game": "chess", "fen": None, "trays": False, "slots": {}}
PGN = '[White "Ada"]\n\n1. e4 {[%clk 0:01:00] well (} e5 (1... c5 $1) 2. Nf3 ; rest\n*\n'


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home used before, with the words run in it."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REEDBOARD_DATA", str(folder / "data"))
        (folder / "game").write_text(PGN)

        def run(*words):
            return CliRunner().invoke(main, words)

        run.file = folder / "game"
        assert run("records", "import", str(run.file)).exit_code == 0
        yield run


def is_told(result, *, lines=1):
    """It worked, or was refused in one line that can be read."""
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)[:500]
    assert "Traceback" not in result.output
    assert result.exit_code in (0, 2)
    if result.exit_code == 2:
        told = result.output.splitlines()
        assert len(told) <= lines, told
        assert len(told[-1]) < 700


@pytest.mark.parametrize("number", ["9" * 23, "9" * 5000, "-1", "0", "²", "1e3", "", "\x00"])
@pytest.mark.parametrize("command", ["show", "export", "replay"])
def test_records_refuse_a_number_that_none_has(home, command, number):
    refused = home("records", command, "--", number)
    is_told(refused)
    assert refused.exit_code == 2


@pytest.mark.parametrize(
    "text",
    [
        f'[Variant "{LONG}"]\n\n1. e4 *\n',
        f'[White "{LONG}"]\n[Black "{LONG}"]\n\n1. e4 *\n',
        f'[FEN "{LONG}"]\n\n1. e4 *\n',
        f'[{LONG} "x"]\n\n1. e4 *\n',
        f"1. {LONG} *\n",
        f"1. e4 {{{LONG}}} *\n",
        "1. e4 {[%clk 9999999999999999999999999:00:00]} *\n",
        f"1. e4 {{[%emt {'9' * 400}:00:00]}} *\n",
        f"1. e4 {{[%emt {'9' * 5000}]}} *\n",
        f"1. e4 ${'9' * 5000} *\n",
        "1. e4 " + "(" * 5000,
        '[Variant "a\\\\..\\\\b/../c"]\n\n1. e4 *\n',
        '[Variant "../token"]\n\n1. e4 *\n',
        "\x00",
        "1. e4 e5 *\n" * 3 + "\x1b[31m*",
        json.dumps({**HEADER, "game": LONG}),
        json.dumps({**HEADER, "fen": LONG}),
        json.dumps({**HEADER, "slots": {LONG: 1}}),
        json.dumps({**HEADER, "slots": {"\ud800": 1}}),
        json.dumps({**HEADER, "game": "\ud800"}),
        json.dumps(HEADER) + '\n{"t": 1, "answer": "\\ud800"}',
        json.dumps(HEADER) + '\n{"t": 999999999999999, "cell": "e2", "on": 0}',
        json.dumps(HEADER) + '\n{"t": ' + "9" * 5000 + ', "cell": "e2", "on": 0}',
        json.dumps(HEADER) + '\n{"t": NaN, "cell": "e2", "on": 0}',
        json.dumps(HEADER) + '\n{"t": 1, "cell": "' + LONG + '", "on": 0}',
        '{"game":' * 100_000,
        "[" * 100_000,
    ],
    ids=range(27),
)
@pytest.mark.slow
def test_records_import_and_infer_tell_what_is_odd_in_a_file(home, text):
    home.file.write_text(text, encoding="utf-8", errors="surrogatepass")
    told = home("records", "import", str(home.file))
    is_told(told)
    is_told(home("infer", str(home.file)), lines=4)
    is_told(home("records", "list"))
    if told.exit_code == 0:
        for line in told.output.splitlines():
            number = line.split()[1].rstrip(":")
            for words in (("show", number), ("export", number), ("export", number, "--trace"), ("replay", number)):
                is_told(home("records", *words), lines=4)


WORDS = st.sampled_from([*'[](){}"\\*%;\n', "1.", "e4", "e5", "Nf3", "1-0", "$1"])
ODD = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PGNS = st.lists(WORDS | ODD | st.sampled_from(PGN.split()), max_size=40).map(" ".join)
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | ODD | st.lists(ODD, max_size=2)
EVENTS = st.dictionaries(
    st.sampled_from(["t", "cell", "on", "button", "answer", "game", "fen", "trays", "slots"]), VALUES
)
TRACES = st.lists(EVENTS.map(json.dumps) | ODD, max_size=8).map(lambda lines: "\n".join([json.dumps(HEADER), *lines]))


@given(text=PGNS | TRACES | ODD)
@OFTEN
def test_files_of_any_text_are_read_or_refused_in_a_line(home, text):
    home.file.write_text(text, encoding="utf-8")
    is_told(home("records", "import", str(home.file)))
    is_told(home("infer", str(home.file)), lines=40)


@given(
    words=st.lists(st.sampled_from(["list", "show", "export", "import", "replay", "--trace", "1", "2", "--pgn"]) | ODD)
)
@OFTEN
def test_records_understand_or_refuse_any_words(home, words):
    assert home("records", *words).exit_code in (0, 2)
