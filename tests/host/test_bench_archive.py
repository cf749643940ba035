import pytest
from click.testing import CliRunner

from reedboard.cli.main import main


@pytest.mark.slow
def test_bench_of_the_archive_measures_every_way_to_ask(tmp_path):
    page = tmp_path / "archive.md"
    done = CliRunner().invoke(main, ["bench", "archive", "--games", "30", "--imported", "5", "--results", str(page)])
    assert done.exit_code == 0, done.output
    assert "one game as PGN" in page.read_text()
    assert "by opening" in done.output
