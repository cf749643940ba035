"""Memory is looked through while the board rests, and not in the midst of play."""

import subprocess
import sys

IN_PLAY = """
import gc, weakref
from reedboard.app import spare_time

class Circle:
    def __init__(self):
        self.self = self

spare_time.prepare()
assert gc.get_freeze_count() > 1000
fulls = []
gc.callbacks.append(lambda phase, info: fulls.append(phase) if info["generation"] == 2 else None)
lost = weakref.ref(Circle())
gc.collect(1)
kept = Circle()
lost = weakref.ref(kept)
gc.collect(1), gc.collect(1)
del kept
spare_time.use()
assert lost() is not None, "nothing is due"
for _ in range(spare_time.DUE):
    gc.collect(1)
kept = [[] for _ in range(200_000)]
assert not fulls, "in play nobody looks through all"
spare_time.use()
assert lost() is None
assert fulls == ["start", "stop"]
"""


def test_all_memory_is_looked_through_when_it_is_due_and_there_is_time():
    done = subprocess.run([sys.executable, "-c", IN_PLAY], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


YOUNG = """
import gc
from reedboard.app import spare_time

before = gc.get_threshold()
looks = []
gc.callbacks.append(lambda phase, info: looks.append((phase, info["generation"])))
with spare_time.as_in_play():
    looks.clear()
    few = [[] for _ in range(spare_time.YOUNG // 2)]
    spare_time.use()
    assert not looks, "nothing is due"
    more = [[] for _ in range(spare_time.YOUNG_AT_MOST // 2)]
    assert not looks, "in the midst of play nobody looks through the young ones either"
    spare_time.use()
    assert looks == [("start", 1), ("stop", 1)]
    looks.clear()
    spare_time.use()
    assert not looks, "they are young no more"
    many = [[] for _ in range(2 * spare_time.YOUNG_AT_MOST)]
    assert looks, "without a rest it comes at last"
assert gc.get_threshold() == before
"""


def test_young_objects_are_looked_through_in_the_rest_too():
    done = subprocess.run([sys.executable, "-c", YOUNG], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
