#!/usr/bin/env python3
"""Result files from outside: h5py reads them while they grow, after kill -9, and on a full disk.

usage: results_test.py PROGRAM [TEST...]
"""
import csv
import fcntl
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy

PROGRAM = os.path.abspath(sys.argv.pop(1))

# A vehicle, slow enough to be caught in the act.
CAR = ["run", "iltis", "--step", "1ms", "--every", "5ms"]


class Results(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="takt_results_")
        self.running = []

    def tearDown(self):
        for process in self.running:
            process.kill()
            process.communicate()
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *words, **more):
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.running.append(process)
        return process

    def run_to_end(self, *words, code=0, **more):
        process = self.start(*words, **more)
        out, err = process.communicate()
        self.running.remove(process)
        self.assertEqual(process.returncode, code, err)
        return out, err

    def end(self, process, with_signal):
        process.send_signal(with_signal)
        out, err = process.communicate()
        self.running.remove(process)
        return out, err

    def wait_for_rows(self, name, count):
        """Until the file has so many rows, for a reader beside the writer."""
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            try:
                with h5py.File(self.path(name), "r", swmr=True) as file:
                    if len(file["t"]) >= count:
                        return
            except (OSError, KeyError):
                pass  # it has not begun
            time.sleep(0.02)
        self.fail(f"{name} never had {count} rows")

    def table(self, name):
        with open(self.path(name), newline="") as file:
            rows = list(csv.reader(file))
        return rows[0], numpy.array([[float(x) for x in row] for row in rows[1:]])

    def expect_first_rows(self, name, reference, least):
        """What plain h5py reads in all columns are the first rows of the table, bit for bit."""
        header, rows = reference
        with h5py.File(self.path(name)) as file:
            count = len(file["t"])
            self.assertGreaterEqual(count, least)
            self.assertLessEqual(count, len(rows))
            for k, column in enumerate(header):
                read = file[column][:count]
                self.assertEqual(read.tobytes(), rows[:count, k].tobytes(), column)
        return count


class Content(Results):
    def test_the_same_as_csv_with_units_and_origin(self):
        self.run_to_end("run", "iltis", "--until", "2s", "--step", "1ms", "--set", "speed=6",
                        "--record", "lambda,reactions,bodies", "--out", "a.csv", "--out", "a.h5")
        reference = self.table("a.csv")
        self.assertEqual(self.expect_first_rows("a.h5", reference, 2001), 2001)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(set(file) - {"model_text", "summary"}, set(reference[0]))
            self.assertEqual(json.loads(bytes(file["summary"]))["steps"], 2000)
            for name, data in file.items():
                if name in ("model_text", "summary"):
                    continue
                self.assertEqual(data.shape, (2001,))
                self.assertEqual(data.compression, "gzip")
                self.assertTrue(data.attrs["description"])
                self.assertIsInstance(data.attrs["unit"], str)
            units = {name: file[name].attrs["unit"] for name in reference[0]}
            self.assertEqual(units["t"], "s")
            self.assertEqual(units["energy.total"], "J")
            for name, unit in units.items():
                if name.startswith("q.") or name.startswith("v."):
                    self.assertIn(unit, ("m", "rad", "1") if name[0] == "q" else ("m/s", "rad/s"),
                                  name)
                if name.startswith("reaction."):
                    self.assertEqual(unit, "N" if name[-2] == "F" else "N m", name)
            self.assertTrue(file["model_text"][()].decode().startswith("#")
                            or "takt: 1" in file["model_text"][()].decode())
            self.assertEqual(file.attrs["model"], "iltis")
            self.assertEqual(list(file.attrs["set"]), ["speed=6"])
            self.assertIn("+", file.attrs["method"])
            self.assertEqual(file.attrs["step"], 1e-3)
            self.assertTrue(file.attrs["command"].startswith("takt run iltis --until 2s"))
            self.assertTrue(file.attrs["version"])

    def test_a_constant_column_is_small(self):
        self.run_to_end("run", "linear-oscillator", "--set", "q.x=0", "--until", "50s", "--step",
                        "1ms", "--out", "a.h5")
        self.assertLess(os.path.getsize(self.path("a.h5")), 50001 * 8 * 5)


    def test_a_file_that_somebody_reads_is_left_alone(self):
        run = ["run", "pendulum-cartesian", "--until", "10ms", "--out", "a.h5"]
        self.run_to_end(*run)
        with h5py.File(self.path("a.h5")) as file:
            _, err = self.run_to_end(*run, code=1)
            self.assertIn("another program has it open", err)
            self.assertEqual(len(file["t"]), 11)
        self.run_to_end(*run)


class Growing(Results):
    def test_a_reader_that_looks_in_while_a_file_is_begun_does_not_stop_the_writer(self):
        with open(self.path("a.h5"), "wb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)  # as h5py does while it looks
            process = self.start(*CAR, "--until", "0.1s", "--out", "a.h5")
            time.sleep(0.4)
        self.assertEqual(process.communicate()[1], "")
        self.assertEqual(process.returncode, 0)
        self.running.remove(process)

    def test_rows_grow_for_a_reader_beside_the_writer(self):
        process = self.start(*CAR, "--until", "1000s", "--out", "a.h5")
        self.wait_for_rows("a.h5", 1)
        seen, moments = [], []
        with h5py.File(self.path("a.h5"), "r", swmr=True) as file:
            t, others = file["t"], [file[name] for name in file if name[:2] in ("q.", "v.")]
            for _ in range(80):
                time.sleep(0.04)
                t.refresh()
                count = len(t)
                if seen and count == seen[-1]:
                    continue
                seen.append(count)
                moments.append(time.monotonic())
                numpy.testing.assert_allclose(t[:count], numpy.arange(count) * 5e-3, rtol=1e-12)
                for data in others:
                    data.refresh()
                    self.assertGreaterEqual(len(data), count)
                    self.assertTrue(numpy.isfinite(data[:count]).all())
        self.assertGreaterEqual(len(seen), 3, "rows did not come while the run went on")
        # All rows there are go out at once: more than this cannot be lost. (The median, because the
        # machine may be busy.)
        self.assertLess(numpy.median(numpy.diff(moments)), 1.0)
        with h5py.File(self.path("a.h5")) as file:  # plain, too
            self.assertGreaterEqual(len(file["t"]), seen[-1])
        self.end(process, signal.SIGTERM)
        self.assertEqual(process.returncode, 130)
        with h5py.File(self.path("a.h5")) as file:
            self.assertGreaterEqual(len(file["t"]), seen[-1])


class Killed(Results):
    def test_all_but_the_last_second_is_there_and_the_run_goes_on_with_the_same_bits(self):
        until = ["--until", "30s"]
        out, _ = self.run_to_end(*CAR, *until, "--out", "all.csv", "--json")
        whole = json.loads(out)
        reference = self.table("all.csv")
        random.seed(6)
        for delay in [0] + [random.uniform(0, 0.7) for _ in range(2)]:
            if os.path.exists(self.path("a.h5")):
                os.remove(self.path("a.h5"))
            process = self.start(*CAR, *until, "--out", "a.h5", "--checkpoint", "0.5s")
            self.wait_for_rows("a.h5", 200)
            time.sleep(delay)
            self.end(process, signal.SIGKILL)
            self.assertEqual(process.returncode, -signal.SIGKILL, "it was too fast")
            self.expect_first_rows("a.h5", reference, 200)
        out, _ = self.run_to_end("run", "iltis", "--resume", "a.h5", "--json")
        resumed = json.loads(out)
        for key in ("state_hash", "steps", "max_drift", "energy", "counters", "t_end"):
            self.assertEqual(resumed[key], whole[key], key)
        self.assertEqual(self.expect_first_rows("a.h5", reference, 6001), 6001)

    def test_table_and_recording_of_an_adaptive_method(self):
        run = ["run", "two-link-sine", "--method", "index1+dopri5(rtol=1e-12)+s_both2", "--until",
               "100s", "--every", "7ms"]
        out, _ = self.run_to_end(*run, "--out", "all.csv", "--json")
        process = self.start(*run, "--out", "a.csv", "--recording", "a.rec", "--checkpoint", "1s")
        limit = time.monotonic() + 30
        while time.monotonic() < limit:  # some rows, and a checkpoint
            if (os.path.exists(self.path("a.csv")) and os.path.getsize(self.path("a.csv")) > 4000
                    and os.path.getsize(self.path("a.rec")) > 4000):
                break
            time.sleep(0.02)
        self.end(process, signal.SIGKILL)
        self.assertEqual(process.returncode, -signal.SIGKILL, "it was too fast")
        self.assertLess(os.path.getsize(self.path("a.csv")), os.path.getsize(self.path("all.csv")))
        resumed, _ = self.run_to_end("run", "two-link-sine", "--resume", "a.rec", "--out", "a.csv",
                                     "--json")
        self.assertEqual(json.loads(resumed)["state_hash"], json.loads(out)["state_hash"])
        with open(self.path("a.csv"), "rb") as a, open(self.path("all.csv"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_history_of_a_multistep_method(self):
        run = ["run", "train-carriage", "--method", "ggl+bdf(rtol=1e-6)+grouped+partitioned",
               "--until", "300s", "--every", "0.1s"]
        out, _ = self.run_to_end(*run, "--out", "all.csv", "--json")
        process = self.start(*run, "--out", "a.h5", "--checkpoint", "0.1s")
        self.wait_for_rows("a.h5", 2)
        self.end(process, signal.SIGINT)
        self.assertEqual(process.returncode, 130, "it was too fast")
        resumed, _ = self.run_to_end("run", "train-carriage", "--resume", "a.h5", "--json")
        self.assertEqual(json.loads(resumed)["state_hash"], json.loads(out)["state_hash"])
        reference = self.table("all.csv")
        self.assertEqual(self.expect_first_rows("a.h5", reference, 1), len(reference[1]))


class Refused(Results):
    def test_another_run_does_not_go_on_here(self):
        self.run_to_end("run", "pendulum-cartesian", "--until", "1s", "--checkpoint", "0.5s",
                        "--out", "a.h5")
        before = os.path.getsize(self.path("a.h5"))
        for words, said in (
                (["pendulum-cartesian", "--step", "2ms"], "--step: it had 0.001 s, now 0.002 s"),
                (["pendulum-cartesian", "--method", "index1+heun"], "--method: it had index1+rk4"),
                (["pendulum-cartesian", "--set", "l=2"], "--set: it had none, now l=2"),
                (["pendulum-cartesian", "--every", "10ms"], "--every: it had none, now 0.01 s"),
                (["circular-track"], "model: it had pendulum-cartesian, now circular-track"),
                (["pendulum-cartesian", "--until", "0.2s"], "the run is at 0.5 s already")):
            _, err = self.run_to_end("run", *words, "--resume", "a.h5", code=2)
            self.assertIn(said, err)
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(len(file["t"]), 1001)
        self.assertEqual(os.path.getsize(self.path("a.h5")), before)
        out, _ = self.run_to_end("run", "pendulum-cartesian", "--resume", "a.h5", "--until", "2s",
                                 "--json")
        longer, _ = self.run_to_end("run", "pendulum-cartesian", "--until", "2s", "--json")
        self.assertEqual(json.loads(out)["state_hash"], json.loads(longer)["state_hash"])
        with h5py.File(self.path("a.h5")) as file:
            self.assertEqual(len(file["t"]), 2001)


class FullDisk(Results):
    def test_what_was_written_stays_readable(self):
        self.run_to_end("run", "pendulum-cartesian", "--until", "50s", "--out", "all.csv")
        reference = self.table("all.csv")
        for limit in (3000, 100_000, 1_200_000, 2_000_000):
            def cap(bytes=limit):
                resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))
            _, err = self.run_to_end("run", "pendulum-cartesian", "--until", "50s", "--checkpoint",
                                     "0.2s", "--out", "a.h5", code=1, preexec_fn=cap)
            self.assertIn("File too large", err)
            if limit < 10_000:
                self.assertIn("0 rows are kept", err)
                continue
            count = self.expect_first_rows("a.h5", reference, 1 if limit > 1_000_000 else 0)
            self.assertIn(f"{count} row", err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
