"""A sFhIoDgEi game by hands on the largest board, over a bytewise, lossy line of 115200 baud: every move arrives."""

import random

import fairyrules
from reedboard import tracker
from reedboard.bench.hands import perform
from reedboard.bench.style import Style
from reedboard.board import occupancy
from reedboard.board.events import Answer, Reading, Tick
from reedboard.board.link_events import Changed, Restored, Snapshot
from reedboard.board.profile import place

PLIES = 200
STYLES = (Style.PLAIN, Style.MOVER_FIRST, Style.BOTH_IN_HAND, Style.SWEPT, Style.SLID, Style.SLOW)


class Reader:
    """What the program does between link and tracker."""

    def __init__(self, talk, placement, start):
        self._talk = talk
        self._placement = placement
        self._site_of_bit = dict(placement.site_of_bit)
        self._heard = 0
        self.occupied = occupancy.expected(start, placement.slots)
        self.belief = tracker.begin(start, placement.trays, placement.slots, None)
        self.asked = 0

    def read(self, truth):
        for event in self._talk.events[self._heard :]:
            match event:
                case Snapshot(t_ms, bits):
                    now = occupancy.occupied(self._placement, bits)
                    for reading in occupancy.differences(self._placement, t_ms, self.occupied, now):
                        self._feel(reading)
                case Changed(t_ms, bit, on, _):
                    self._feel(Reading(t_ms, self._site_of_bit[bit], on))
        self._heard = len(self._talk.events)
        self._tell(Tick(self._talk.now - 300))  # readings may lie a resend away
        if self.belief.asking is not None:
            self.asked += 1
            ply = self.belief.asking.ply
            self._tell(Answer(self._talk.now, str(truth[ply - 1])))

    def _feel(self, reading):
        self.occupied = self.occupied | {reading.site} if reading.on else self.occupied - {reading.site}
        self._tell(reading)

    def _tell(self, event):
        self.belief, _ = tracker.observe(self.belief, event)


def test_whole_game_arrives_over_a_bytewise_lossy_line(conversation):
    talk = conversation(board="17x17", kind="lossy", seed=6, baud=115200)
    talk.bytewise = True
    game = fairyrules.game("sfhiodgei")
    placement = place(talk.board.profile, game)
    position = game.start()
    for site in occupancy.expected(position, placement.slots):
        talk.board.place(placement.sites[site].name)
    talk.run(2500)
    reader = Reader(talk, placement, position)
    rng = random.Random(3)
    slots, moves = dict(placement.slots), []
    for _ in range(PLIES):
        move = rng.choice(position.legal_moves())
        moves.append(move)
        start_ms = talk.now
        for reading in perform(position, move, rng.choice(STYLES), rng, slots):
            talk.run(max(0, start_ms + reading.t_ms - talk.now))
            (talk.board.place if reading.on else talk.board.lift)(placement.sites[reading.site].name)
            if reading.site in slots:
                slots[reading.site] = reading.on
        talk.run(rng.randrange(700, 1500))
        reader.read(moves)
        position = position.play(move)
    talk.run(2000)
    reader.read(moves)
    assert [str(move) for move in reader.belief.moves] == [str(move) for move in moves]
    assert reader.belief.position == position
    assert talk.agree()
    assert len(talk.kinds(Restored)) == 0
    print(f"{PLIES} plies, {len(talk.kinds(Changed))} changes, {reader.asked} questions")
