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
