"""No game gets lost: another one leaves it unfinished, and the page takes it up again; a resignation is taken back."""

import re
from urllib.parse import urljoin

from playwright.sync_api import expect
from rich.console import Console

from reedboard.app.program import Options, Program
from reedboard.archive.database import NewRecord


def begin(visit, game):
    visit.page.click("#new-game")
    visit.page.select_option('#chooser select[name="game"]', game)
    visit.page.click('#chooser button[value="start"]')
    visit.wait(lambda status: status.game.id == game and status.connection.state == "connected", 60.0)
    expect(visit.page.locator("#chooser")).to_be_hidden()


def played(visit, *moves):
    return visit.wait(lambda status: [(ply.san, ply.state) for ply in status.moves] == [(m, "settled") for m in moves])


def test_a_new_game_leaves_the_running_one_unfinished_and_the_page_takes_it_up_again(visit):
    here = visit("chess")
    here.touch("e2", "e4", "d7", "d5", "e4", "d5", "d5")
    first = played(here, "e4", "d5", "exd5").game.record
    here.page.click("#new-game")
    expect(here.page.locator("#adjourned")).to_have_text(
        "The game being played (Chess, 2 moves) stays unfinished: take it up again from here whenever you like."
    )
    expect(here.page.locator("#unfinished")).to_be_hidden()
    here.page.click('#chooser button[value="cancel"]')
    begin(here, "wildeurasian-qi")
    here.touch("e3", "e4")
    second = played(here, "e4").game.record
    here.page.click("#new-game")
    expect(here.page.locator("#unfinished li")).to_have_count(1)
    expect(here.page.locator("#unfinished li")).to_contain_text("Chess, 2 moves")
    here.picture("unfinished-desk")
    here.page.click(f'#unfinished [data-resume="{first}"]')
    here.wait(lambda status: status.game.record == first and status.connection.state == "connected", 60.0)
    played(here, "e4", "d5", "exd5")
    assert {site for site in here.occupied() if site in ("e4", "d5", "d7")} == {"d5"}
    expect(here.page.locator("#hands .aside")).to_have_attribute("title", "Black Pawn")
    here.touch("d8", "d5", "d5")
    here.wait(lambda status: len(status.moves) == 4)
    archive = here.program.archive
    assert archive.record(second).result == archive.record(first).result == "*"
    assert [move.san for move in archive.moves(first)] == ["e4", "d5", "exd5", "Qxd5"]
    assert here.errors == []


def test_what_the_open_dialog_says_of_the_running_game_follows_it(visit):
    here = visit("chess")
    here.touch("e2", "e4")
    played(here, "e4")
    here.page.click("#new-game")
    says = here.page.locator("#adjourned")
    expect(says).to_contain_text("(Chess, 1 move)")
    for origin, target, after in (("d7", "d5", ("e4", "d5")), ("g1", "f3", ("e4", "d5", "Nf3"))):
        here.program.table.lift(origin)
        here.wait(lambda status, site=origin: site not in status.occupied)
        here.program.table.place(target)
        played(here, *after)
    expect(says).to_contain_text("(Chess, 2 moves)")
    assert here.errors == []


def test_a_game_chosen_on_the_page_is_what_a_plain_start_goes_on_with(visit, tmp_path):
    here = visit("chess")
    begin(here, "shogi")
    here.touch("c3", "c4")
    record = here.wait(lambda status: len(status.moves) == 1).game.record
    here.program.close()
    with Program(Options("virtual", port=0), tmp_path, Console(quiet=True)) as again:
        status = again.watch.status
        assert (status.game.id, status.game.record) == ("shogi", record)
        assert [ply.move for ply in status.moves] == ["c3c4"]
        assert again.watch.wait_for(lambda status: status.connection.state == "connected", 60.0)


def test_a_resignation_is_taken_back(visit):
    here = visit("chess", size="phone")
    here.touch("e2", "e4")
    record = played(here, "e4").game.record
    here.page.click('[data-ask="resign"]')
    here.page.click('[data-result="1-0"]')
    here.wait(lambda status: status.outcome is not None)
    expect(here.page.locator("#turn")).to_have_text("1-0 · Black resigns")
    assert here.program.archive.record(record).result == "1-0"
    here.touch("e7")  # a piece lifted meanwhile is felt once the game goes on
    here.picture("resigned-phone")
    here.page.click("#undo-result")
    here.wait(lambda status: status.outcome is None)
    expect(here.page.locator("#turn")).to_have_text("Black to move")
    here.touch("e5")
    played(here, "e4", "e5")
    assert here.program.archive.record(record).result == "*"
    assert here.errors == []


def test_many_unfinished_games_are_all_offered(visit):
    here = visit("chess")
    here.touch("e2", "e4")
    first = played(here, "e4").game.record
    archive, record = here.program.archive, here.program.archive.record(first)
    moves, lines = archive.moves(first), archive.journal(first)
    again = NewRecord(record.game, None, record.header, record.board, "played", moves, lines)
    archive.add([again] * 60)
    here.page.click("#new-game")
    expect(here.page.locator("#unfinished li")).to_have_count(60)
    here.picture("many-unfinished-desk")
    here.page.click(f'#unfinished [data-resume="{first + 1}"]')
    here.wait(lambda status: status.game.record == first + 1, 60.0)
    played(here, "e4")


def test_an_adjourned_game_goes_on_where_the_pieces_stood(visit):
    here = visit("chess", size="phone")
    here.touch("e2", "e4", "e7", "e5")
    first = played(here, "e4", "e5").game.record
    here.page.click('[data-ask="adjourn"]')
    here.page.click('[data-result="*"]')
    expect(here.page.locator("#turn")).to_have_text("Adjourned")
    expect(here.page.locator("#undo-result")).to_have_text("Go on")
    here.touch("e5", "a6", "g1", "h5")  # whatever is moved about meanwhile is no move
    assert [move.san for move in here.program.archive.moves(first)] == ["e4", "e5"]
    here.picture("adjourned-phone")
    here.page.click("#undo-result")
    status = here.wait(lambda status: status.trouble is not None)
    assert (set(status.trouble.fill), set(status.trouble.clear)) == ({"e5", "g1"}, {"a6", "h5"})
    expect(here.page.locator(".card.trouble li").first).to_be_visible()
    here.picture("gone-on-phone")
    here.touch("a6", "e5", "h5", "g1")
    here.wait(lambda status: status.trouble is None)
    here.touch("g1", "f3")
    played(here, "e4", "e5", "Nf3")
    assert here.program.archive.record(first).result == "*"
    here.page.goto(urljoin(here.program.local_link, f"/records/{first}"))
    expect(here.page.locator("#text")).to_contain_text("adjourned here")
    expect(here.page.locator("#game-time .adjourned title")).to_have_text(re.compile("Adjourned at"))
    assert here.errors == []
