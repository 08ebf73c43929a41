"""Arrays, threads, processes: who owns what, and for how long."""
import copy
import gc
import multiprocessing
import os
import pickle
import threading
import weakref

import numpy as np
import pytest
import takt
from conftest import Pendulum, four_bar


def test_arrays_are_the_same_and_current():
    sim = takt.Simulation("four-bar")
    q, v = sim.q, sim.v
    before = q.copy()
    sim.step(10)
    assert sim.q is q and sim.v is v
    assert not np.array_equal(q, before)
    assert not q.flags.writeable
    with pytest.raises(ValueError):
        q[0] = 1
    with pytest.raises(ValueError):
        q.flags.writeable = True


def test_arrays_outlive_simulation_and_result():
    sim = takt.Simulation("four-bar")
    sim.step(5)
    q, expected = sim.q, sim.q.copy()
    body = sim.body("crank")
    inputs = sim.inputs
    del sim
    gc.collect()
    noise = [np.ones(1000) for _ in range(100)]
    assert np.array_equal(q, expected)
    assert body.pose.position.shape == (3,) and len(inputs) == 0
    result = takt.run("four-bar", until=0.1)
    t, x, block = result.t, result["x"], result.q
    copies = t.copy(), x.copy(), block.copy()
    del result, noise
    gc.collect()
    noise = [np.ones(1000) for _ in range(100)]
    assert np.array_equal(t, copies[0]) and np.array_equal(x, copies[1]) and np.array_equal(block, copies[2])


def test_columns_share_memory():
    result = takt.run("four-bar", until=0.1)
    assert np.shares_memory(result["x"], result["out.x"])
    assert np.shares_memory(result.q, result["q.A"])
    assert not result.t.flags.writeable


def test_systems_are_freed():
    system = Pendulum()
    seen = weakref.ref(system)
    sim = takt.Simulation(system, step=1e-3)
    sim.step(3)
    del system, sim
    gc.collect()
    assert seen() is None


def test_threads_step_one_simulation():
    alone = takt.Simulation("four-bar")
    alone.step(400)
    sim = takt.Simulation("four-bar")
    threads = [threading.Thread(target=lambda: [sim.step() or sim.output("x") for _ in range(100)]) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sim.steps == 400
    assert np.array_equal(sim.q, alone.q)


def test_threads_have_simulations_of_their_own():
    model = takt.load("four-bar")
    ends = {}

    def go(i):
        sim = takt.Simulation(model)
        sim.step(200)
        ends[i] = sim.q.copy()

    threads = [threading.Thread(target=go, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(ends) == 4 and all(np.array_equal(ends[0], q) for q in ends.values())


def test_others_run_while_steps_are_made(steered):
    sim = takt.Simulation(steered, step=1e-3)
    counted = 0
    thread = threading.Thread(target=sim.step, args=(3000,))
    thread.start()
    while thread.is_alive():
        counted += 1
    thread.join()
    assert counted > 100  # with the GIL held it would be a handful


def test_state_seen_by_another_thread_is_whole():
    sim = takt.Simulation("four-bar")
    stop, bad = threading.Event(), []

    def look():
        while not stop.is_set():
            t = 1000 * sim.t
            if abs(t - round(t)) > 1e-6:
                bad.append(t)

    thread = threading.Thread(target=look)
    thread.start()
    for _ in range(300):
        sim.step(3)
    stop.set()
    thread.join()
    assert not bad


def _in_child(queue, memory):
    sim = takt.Simulation("four-bar")
    sim.restore(memory)
    sim.step(50)
    queue.put(sim.q.tolist())


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_processes(way):
    sim = takt.Simulation("four-bar")
    sim.step(20)
    context = multiprocessing.get_context(way)
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(queue, sim.save()))
    child.start()
    there = queue.get(timeout=60)
    child.join(60)
    sim.step(50)
    assert child.exitcode == 0 and there == sim.q.tolist()


def test_fork_in_the_middle():
    sim = takt.Simulation("four-bar")
    sim.step(10)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        sim.step(10)
        os.write(write, sim.q.tobytes())
        os._exit(0)
    sim.step(10)
    there = np.frombuffer(os.read(read, 4096))
    assert os.waitpid(child, 0)[1] == 0
    assert np.array_equal(there, sim.q)


def test_pickling():
    for thing in (takt.load("four-bar", l=2), takt.parse(four_bar().to_yaml()), takt.load(Pendulum()), four_bar()):
        again = pickle.loads(pickle.dumps(thing))
        assert takt.run(again, until=0.1).summary["state_hash"] == takt.run(thing, until=0.1).summary["state_hash"]
    result = takt.run("four-bar", until=0.1, record="bodies")
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert again.summary == result.summary and again.columns == result.columns and again.units == result.units
        assert np.array_equal(again["body.crank.x"], result["body.crank.x"])
        assert repr(again) == repr(result)
    sim = takt.Simulation("four-bar", method="index1+heun+s_both2", step=2e-3)
    sim.step(7)
    again = pickle.loads(pickle.dumps(sim))
    sim.step(5)
    again.step(5)
    assert np.array_equal(sim.q, again.q) and sim.t == again.t


def test_pickled_results_still_make_files(tmp_path):
    result = takt.run("four-bar", until=0.1)
    again = pickle.loads(pickle.dumps(result))
    again.save(tmp_path / "a.csv")
    result.save(tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_errors_pickle():
    with pytest.raises(takt.ModelError) as caught:
        takt.load("ilits")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.what, again.where, again.hint) == (caught.value.what, caught.value.where, caught.value.hint)
