"""A mask answers as the long number it stands for, however many words that takes."""

from hypothesis import given
from hypothesis import strategies as st

from fairyrules.mask import Mask

CELLS = st.sampled_from([8, 31, 32, 62, 124, 125, 289, 310, 400])
"""Of boards below and above what four words hold, ten, and none."""


@given(CELLS, st.data())
def test_masks_meet_where_the_numbers_do(cells: int, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, 2 * cells - 1), max_size=12).map(lambda places: sum(1 << at for at in places))
    one, other = data.draw(numbers), data.draw(numbers)
    assert (Mask(one) & Mask(other)) == (one & other != 0)


@given(CELLS, st.data())
def test_a_mask_shows_what_was_seen_where_the_number_does(cells: int, data: st.DataObject) -> None:
    places = st.sets(st.integers(0, 2 * cells - 1), max_size=12)
    seen, looked_at, elsewhere = data.draw(places), data.draw(places), data.draw(places)
    placement = sum(1 << at for at in seen | elsewhere)
    mask = sum(1 << at for at in looked_at)
    for before in (placement & mask, sum(1 << at for at in seen & looked_at), 0):
        assert Mask(placement).shows(Mask(before), Mask(mask)) == (placement & mask == before)


def test_every_single_bit_counts() -> None:
    whole = (1 << 800) - 1
    for place in range(800):
        bit = 1 << place
        assert Mask(whole) & Mask(bit)
        assert Mask(bit) & Mask(bit)
        assert not Mask(whole ^ bit) & Mask(bit)
        assert Mask(bit).shows(Mask(bit), Mask(whole))
        assert not Mask(0).shows(Mask(bit), Mask(whole))
        assert not Mask(bit).shows(Mask(0), Mask(whole))
