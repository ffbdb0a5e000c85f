"""One process of a family works at a time: tried in a process of its own, whose children can be killed."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

FAMILY: Final = """
import os, signal, time
from common.process_family import OnePerFamily

lock = OnePerFamily()

def is_free():
    with lock.held() as mine:
        return mine

read, write = os.pipe()
child = os.fork()
if child == 0:
    with lock.held() as mine:
        os.write(write, b"%d" % mine)
        time.sleep(60)
print(os.read(read, 1) == b"1", is_free())
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)
print(is_free(), is_free())
with lock.held():
    print(is_free())
"""


def test_one_process_holds_it_and_its_death_lets_another() -> None:
    done = subprocess.run([sys.executable, "-c", FAMILY], capture_output=True, text=True, timeout=60, check=True)
    held_by_the_child, after_its_death, by_this_thread = done.stdout.splitlines()
    assert held_by_the_child == "True False"
    assert after_its_death == "True True"
    assert by_this_thread == "False"
