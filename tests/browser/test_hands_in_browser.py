"""The hands in the page: they know what they hold and what they put down, also where sensors cannot."""

from playwright.sync_api import expect


def held(visit):
    return visit.page.eval_on_selector_all("#hands .held", "all => all.map(each => each.title)")


def test_hands_know_what_they_put_down_when_two_pieces_stand_wrong(visit):
    chess = visit("chess")
    chess.touch("e2", "e5", "d7", "d4", "e5", "d4")
    assert held(chess) == ["Black Pawn", "White Pawn"]
    chess.touch("d7", "e2")
    chess.wait(lambda status: status.trouble is None)
    assert held(chess) == []
    assert chess.errors == []


def test_quick_taps_lift_and_put_back_though_the_sensors_have_not_told_yet(visit):
    """Two taps in one moment adjust a piece, four in a row capture; neither is lost, nor taken for another lift."""
    chess = visit("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    taps = ["e1", "e1", "e4", "d5", "d5"]
    chess.page.evaluate(
        "sites => sites.forEach(site => document.querySelector(`#board [data-site='${site}']`)"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true })))",
        taps,
    )
    chess.wait(lambda status: [ply.move for ply in status.moves] == ["e4d5"])
    assert {site for site in chess.occupied() if ":" not in site} == {"e1", "e8", "d5"}
    chess.page.wait_for_function(
        "() => [...document.querySelectorAll('#hands .held')].map(each => each.title).join() === 'Black Pawn'"
    )
    assert chess.page.locator(".card.notice").count() == 0
    assert chess.errors == []


def test_hands_keep_the_victim_when_both_pieces_were_in_them(visit):
    chess = visit("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    chess.touch("e4", "d5", "d5")
    chess.wait(lambda status: len(status.moves) == 1)
    expect(chess.page.locator("#hands .held")).to_have_attribute("title", "Black Pawn")
    assert held(chess) == ["Black Pawn"]


def test_refusal_stays_in_sight_when_the_game_goes_on(visit):
    chess = visit("chess")
    chess.page.evaluate("document.querySelector('#faults').open = true")
    chess.page.fill("#faults input", "no such fault")
    chess.page.click("#faults button")
    chess.page.wait_for_selector(".card.notice")
    chess.errors.clear()
    chess.touch("e2", "e4")
    chess.wait(lambda status: len(status.moves) == 1)
    assert "no such fault" in chess.page.inner_text("#calls")


def test_hands_set_up_the_right_pieces_when_many_were_knocked_over(visit):
    chess = visit("chess")
    knocked = ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2"]
    chess.touch(*knocked)
    chess.wait(lambda status: status.trouble is not None)
    expect(chess.page.locator(".card.trouble")).to_be_visible()
    chess.touch(*knocked)
    chess.wait(lambda status: status.trouble is None)
    chess.touch("b1")
    assert held(chess) == ["White Knight"]
    chess.touch("b1", "e2", "e5")
    chess.wait(lambda status: status.trouble is not None)
    chess.touch("e5")
    assert held(chess) == ["White Pawn"]


def test_hands_are_guided_when_a_position_is_set_up(visit):
    chess = visit("chess", "r3k3/pp6/8/8/8/8/PP6/R3K2R w KQq - 0 1", size="phone")
    everything = chess.occupied()
    chess.program.table.put(frozenset())
    chess.wait(lambda status: status.trouble and len(status.trouble.fill) == 9)
    chess.picture("set-up-phone")
    steps = []
    while trouble := chess.program.watch.status.trouble:
        steps.append(trouble.steps[0].text)
        lit = chess.page.locator('#board .lit[data-light="fill"]')
        expect(lit.first).to_be_visible()
        expect(chess.page.locator(".trouble li").first).to_have_text(trouble.steps[0].text)
        left = len(trouble.fill)
        chess.touch(lit.first.get_attribute("data-site"))
        chess.wait(lambda status, n=left: status.trouble is None or len(status.trouble.fill) < n)
    assert steps[:3] == ["White Rook on a1, h1", "White Rook on h1", "White King on e1"]
    assert chess.occupied() == {site for site in everything if ":" not in site}
    assert chess.moves() == []
    chess.touch("h1", "h5")
    chess.wait(lambda status: len(status.moves) == 1)
    assert chess.errors == []


def test_hands_forget_what_another_page_put_back(visit, chromium):
    chess = visit("chess")
    chess.touch("e2")
    other = chromium.new_context().new_page()
    other.goto(chess.program.local_link, wait_until="domcontentloaded")
    expect(other.locator("#hands button")).to_have_count(1)
    chess.touch("e2", "d2")
    expect(other.locator("#hands button")).to_have_count(0)
    assert held(chess) == ["White Pawn"]
    other.context.close()
