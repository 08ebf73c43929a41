#!/usr/bin/env python3
"""takt sweep from outside: the same bytes whatever computes a study, nothing lost whatever ends it.

usage: study_test.py PROGRAM [TEST...]
"""
import csv
import json
import os
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
MPI = os.path.join(os.path.dirname(PROGRAM), "takt-mpi")
# Ranks killed at random so many times; a campaign has more.
KILLS = int(os.environ.get("TAKT_STUDY_KILLS", "4"))

# Some cases fail, in several ways: the shortest linkage is refused, and large steps blow up.
STUDY = """study: 1
model: four-bar
until: 0.2 s
seed: 11
parameters:
  l: [1 m, 0.005 m, 1.5 m]
  m: {uniform: [1 kg, 3 kg]}
  speed: {normal: [-1 rad/s, 0.1 rad/s]}
samples: {count: 16, design: sobol}
methods: ['index1+heun+s_both2', 'ali3(alpha=1e9)+trapezoidal(passes=3)']
steps: [1 ms, 2 ms]
metrics:
  top: {max: out.B0.y}
  speed_rms: {rms: v.A}
  left: {final: energy.total}
  work: {count: evaluations}
  open: {drift: position}
  each: {formula: work/top}
""".replace("out.B0.y", "energy.kinetic")

SLOW = """study: 1
model: four-bar
until: 0.5 s
parameters: {speed: {uniform: [-2 rad/s, -1 rad/s]}}
samples: {count: 400}
metrics: {last: {final: v.A}}
"""


class Studies(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="takt_study_")
        self.environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_rmaps_base_oversubscribe="1")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()

    def takt(self, *words, code=0, before=(), **more):
        done = subprocess.run([*before, PROGRAM, *words], cwd=self.folder, capture_output=True, text=True,
                              env=self.environment, timeout=600, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def refused(self, *words, code, says, **more):
        done = self.takt(*words, code=code, **more)
        for text in says:
            self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")

    def rows(self, name):
        with open(self.path(name, "table.csv"), newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def computed(self, name):
        """The cases in all shards, with repetitions; rows that are cut off do not count."""
        cases = []
        for shard in os.listdir(self.path(name, "shards")):
            if not shard.endswith(".shard"):
                continue
            lines = self.read(name, "shards", shard).split(b"\n")[1:-1]
            cases += [int(line[9:].split(b",")[0]) for line in lines]
        return cases

    def same_tables(self, one, other):
        for table in ("table.csv", "table.h5"):
            self.assertEqual(self.read(one, table), self.read(other, table), f"{table} of {other}")

    def wait_for_cases(self, name, count):
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            if os.path.isdir(self.path(name, "shards")) and len(self.computed(name)) >= count:
                return
            time.sleep(0.005)
        self.fail(f"{name} never had {count} cases")


class Executors(Studies):
    def test_threads_and_shards_give_the_same_bytes(self):
        self.write("s.yaml", STUDY)
        self.takt("sweep", "s.yaml", "--jobs", "1", "--out", "one")
        rows = self.rows("one")
        self.assertEqual(len(rows), 192)
        self.assertEqual([int(r["case"]) for r in rows], list(range(192)))
        for r in rows:
            self.assertEqual(r["status"] == "refused", r["l"] == "0.005", r)
            self.assertEqual(r["top"] == "", r["status"] != "ok", r)
            self.assertEqual(r["error"] == "", r["status"] == "ok", r)
        self.takt("sweep", "s.yaml", "--jobs", "3", "--out", "three")
        self.same_tables("one", "three")
        for k in (2, 1, 3):
            self.takt("sweep", "s.yaml", "--shard", f"{k}/3", "--jobs", "2", "--out", "shards")
        self.assertFalse(os.path.exists(self.path("shards", "table.csv")))
        self.takt("sweep", "s.yaml", "--merge", "--out", "shards")
        self.same_tables("one", "shards")
        self.assertEqual(sorted(self.computed("shards")), list(range(192)))

    def test_a_case_is_what_its_command_computes(self):
        self.write("s.yaml", STUDY)
        self.takt("sweep", "s.yaml", "--out", "one", "--quiet")
        listed = list(csv.DictReader(self.takt("sweep", "s.yaml", "--list").stdout.splitlines()))
        for row, case in list(zip(self.rows("one"), listed))[::37]:
            self.assertEqual(row["case"], case["case"])
            words = shlex.split(case["command"])[1:]
            done = subprocess.run([PROGRAM, *words, "--json", "--quiet"], cwd=self.folder, capture_output=True,
                                  text=True)
            if row["status"] == "refused":
                self.assertEqual(done.returncode, 3)
                continue
            summary = json.loads(done.stdout)
            self.assertEqual(float(row["left"]), summary["energy"]["final"])
            self.assertEqual(float(row["work"]), summary["counters"]["evaluations"])
            self.assertEqual(float(row["open"]), summary["max_drift"]["position"])

    def test_hdf5_holds_what_csv_holds(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("no h5py")
        self.write("s.yaml", STUDY)
        self.takt("sweep", "s.yaml", "--out", "one", "--quiet")
        with h5py.File(self.path("one", "table.h5")) as file:
            for name in ("case", "l", "top", "work"):
                for x, row in zip(file[name][:], self.rows("one"), strict=True):
                    self.assertTrue(row[name] == "" and x != x or float(row[name]) == x, (name, x, row))
            self.assertEqual([x.decode() for x in file["status"][:]], [r["status"] for r in self.rows("one")])

    def test_keeps_signals_and_whole_results(self):
        self.write("s.yaml", STUDY + "keep: {signals: [v.A, energy.kinetic*2], every: 50 ms, results: [0]}\n")
        self.takt("sweep", "s.yaml", "--out", "one", "--quiet")
        with open(self.path("one", "signals", "case-0.csv"), newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["t", "v.A", "energy.kinetic*2"])
        self.assertEqual([round(float(r[0]), 6) for r in rows[1:]], [0, 0.05, 0.1, 0.15, 0.2])
        self.assertTrue(os.path.getsize(self.path("one", "results", "case-0.h5")) > 10000)
        self.assertFalse(os.path.exists(self.path("one", "results", "case-1.h5")))

    def test_limits_are_recorded(self):
        self.write("s.yaml", STUDY.replace("steps: [1 ms, 2 ms]", "steps: [1 ms, 2 ms]\nlimits: {steps: 150}"))
        self.takt("sweep", "s.yaml", "--out", "one", "--quiet")
        for r in self.rows("one"):
            if r["status"] != "refused":
                self.assertEqual(r["status"] == "limit", r["step"] == "0.001", r)


class Examples(Studies):
    def test_the_studies_of_the_documentation_can_be_run(self):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        studies = os.path.join(root, "examples", "studies")
        found = 0
        for name in sorted(os.listdir(studies)):
            with open(os.path.join(studies, name), encoding="utf-8") as file:
                text = file.read()
            if text.startswith("study: 1") and "fit:" not in text:
                found += 1
                listed = self.takt("sweep", os.path.join(studies, name), "--list").stdout
                self.assertGreater(len(listed.splitlines()), 20)
        self.assertEqual(found, 3)


class Interrupted(Studies):
    def test_ctrl_c_and_kill_lose_nothing(self):
        self.write("s.yaml", SLOW)
        self.takt("sweep", "s.yaml", "--out", "whole", "--quiet")
        for signal_number in (signal.SIGINT, signal.SIGKILL):
            name = f"ended_by_{signal_number}"
            running = subprocess.Popen([PROGRAM, "sweep", "s.yaml", "--jobs", "2", "--out", name], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.wait_for_cases(name, 20)
            running.send_signal(signal_number)
            _, said = running.communicate()
            before = self.computed(name)
            self.assertLess(len(before), 400)
            if signal_number == signal.SIGINT:
                self.assertEqual(running.returncode, 130)
                self.assertIn("go on with: takt sweep s.yaml --jobs 2 --out ended_by_2 --resume", said)
            self.refused("sweep", "s.yaml", "--out", name, code=1, says=[f"holds {len(before)} of 400 cases already"])
            self.refused("sweep", "s.yaml", "--out", name, "--merge", code=1,
                         says=[f"{400 - len(before)} of 400 cases are missing"])
            done = self.takt("sweep", "s.yaml", "--out", name, "--resume", "--json")
            summary = json.loads(done.stdout)
            self.assertEqual((summary["were_there"], summary["computed"]), (len(before), 400 - len(before)))
            self.assertEqual(sorted(self.computed(name)), list(range(400)))  # none twice
            self.same_tables("whole", name)

    def test_a_shard_that_is_cut_off_or_damaged(self):
        self.write("s.yaml", SLOW)
        self.takt("sweep", "s.yaml", "--jobs", "1", "--out", "whole", "--quiet")
        shutil.copytree(self.path("whole"), self.path("cut"))
        shard = next(f for f in os.listdir(self.path("cut", "shards")) if f.endswith(".shard"))
        text = self.read("cut", "shards", shard)
        lines = text[:-10].split(b"\n")
        lines[7] = lines[7].replace(b",ok,", b",OK,")
        with open(self.path("cut", "shards", shard), "wb") as file:
            file.write(b"\n".join(lines))
        done = self.takt("sweep", "s.yaml", "--out", "cut", "--resume")
        self.assertIn("its last row is cut off", done.stderr)
        self.assertIn("line 8 is damaged, and left out: its case is computed again", done.stderr)
        self.assertIn("computed      2, 398 were there", done.stdout)
        self.same_tables("whole", "cut")

    def test_a_shard_of_another_study(self):
        self.write("s.yaml", SLOW)
        self.takt("sweep", "s.yaml", "--out", "one", "--quiet")
        self.write("s.yaml", SLOW.replace("-2 rad/s", "-3 rad/s"))
        self.refused("sweep", "s.yaml", "--out", "one", "--resume", code=1, says=["belongs to another study"])
        self.write("model.yaml", self.takt_model())
        self.write("s.yaml", SLOW.replace("model: four-bar", "model: model.yaml"))
        self.takt("sweep", "s.yaml", "--out", "two", "--quiet")
        self.write("model.yaml", self.takt_model() + "# changed\n")
        self.refused("sweep", "s.yaml", "--out", "two", "--merge", code=1, says=["belongs to another study"])
        os.makedirs(self.path("three", "shards"))
        self.write("three/shards/x.shard", "something else\n")
        self.refused("sweep", "s.yaml", "--out", "three", code=1, says=["is no shard"])

    def takt_model(self):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        with open(os.path.join(root, "models", "four-bar.yaml"), encoding="utf-8") as file:
            return file.read()


class Hostile(Studies):
    def test_a_full_disk(self):
        self.write("s.yaml", SLOW)
        self.takt("sweep", "s.yaml", "--out", "whole", "--quiet")

        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

        done = self.takt("sweep", "s.yaml", "--jobs", "2", "--out", "full", code=1, preexec_fn=small)
        self.assertIn("all cases before are kept: make room, then go on with --resume", done.stderr)
        before = len(self.computed("full"))
        self.assertGreater(before, 10)
        done = self.takt("sweep", "s.yaml", "--out", "full", "--resume")
        self.assertIn(f"{before} were there", done.stdout)
        self.assertNotIn("cut off", done.stderr)
        self.same_tables("whole", "full")

    def test_a_folder_that_cannot_be_written(self):
        self.write("s.yaml", SLOW)
        self.write("file", "")
        self.refused("sweep", "s.yaml", "--out", "file", code=1, says=["cannot write 'file/shards/", "--out FOLDER"])

    def test_too_many_cases_are_refused_before_work(self):
        self.write("s.yaml", SLOW.replace("count: 400", "count: 1000000000"))
        begin = time.monotonic()
        self.refused("sweep", "s.yaml", code=3, says=["the study has 1 000 000 000 cases"])
        self.assertLess(time.monotonic() - begin, 5)
        self.assertFalse(os.path.exists(self.path("s.sweep")))

    def test_names_that_are_not_there(self):
        for text, says in ((SLOW.replace("speed:", "sped:"), ["nothing to set at 'sped'", "s.yaml:4:", "'speed'"]),
                           (SLOW.replace("v.A", "v.B7"), ["no column 'v.B7'", "s.yaml:6:"]),
                           (SLOW.replace("four-bar", "four-bars"), ["unknown model 'four-bars'", "s.yaml:2:"]),
                           (SLOW + "inputs: none.csv\n", ["there is no file 'none.csv'", "s.yaml:7:"])):
            self.write("s.yaml", text)
            self.refused("sweep", "s.yaml", code=3, says=says)

    def test_all_cases_fail(self):
        self.write("s.yaml", SLOW.replace("until", "set: {m: 1 kg}\nlimits: {steps: 3}\nuntil"))
        done = self.takt("sweep", "s.yaml", code=1)
        self.assertIn("all cases failed; the first: case 0: limit, it has more than 3 steps", done.stderr)
        self.assertEqual(len(self.rows("s.sweep")), 400)

    def test_slurm_writes_a_script_that_runs(self):
        self.write("s.yaml", STUDY)
        self.takt("sweep", "s.yaml", "--out", "whole", "--quiet")
        self.takt("sweep", "s.yaml", "--slurm", "--tasks", "3", "--out", "array")
        self.assertFalse(os.path.exists(self.path("array")))
        os.symlink(PROGRAM, self.path("takt"))
        for task in (1, 2, 3):
            environment = dict(os.environ, SLURM_ARRAY_TASK_ID=str(task),
                               PATH=self.folder + os.pathsep + os.environ["PATH"])
            subprocess.run(["sh", "s.slurm"], cwd=self.folder, check=True, capture_output=True, env=environment)
        self.takt("sweep", "s.yaml", "--merge", "--out", "array")
        self.same_tables("whole", "array")


class Mpi(Studies):
    def setUp(self):
        if not os.path.exists(MPI) or shutil.which("mpirun") is None:
            print("no MPI here (Debian: libopenmpi-dev): nothing of mpirun is tested")
            sys.exit(77)
        super().setUp()

    def mpirun(self, ranks, *words, code=0):
        return self.takt("sweep", *words, code=code, before=("mpirun", "--oversubscribe", "-n", str(ranks)))

    def test_ranks_give_the_same_bytes(self):
        self.write("s.yaml", STUDY)
        self.takt("sweep", "s.yaml", "--out", "threads", "--quiet")
        for ranks in (1, 2, 4):
            self.mpirun(ranks, "s.yaml", "--out", f"mpi{ranks}")
            self.same_tables("threads", f"mpi{ranks}")
            self.assertEqual(sorted(self.computed(f"mpi{ranks}")), list(range(192)))
            workers = [f for f in os.listdir(self.path(f"mpi{ranks}", "shards")) if f.endswith(".shard")]
            self.assertEqual(len(workers), ranks)

    def test_errors_are_said_once(self):
        self.write("s.yaml", STUDY.replace("uniform", "uniforn"))
        done = self.mpirun(3, "s.yaml", code=3)
        self.assertEqual(done.stderr.count("unknown key 'uniforn'"), 1, done.stderr)

    def test_ranks_killed_at_random(self):
        self.write("s.yaml", SLOW)
        self.takt("sweep", "s.yaml", "--out", "threads", "--quiet")
        chance = random.Random(1)
        kills = 0
        while kills < KILLS:
            shutil.rmtree(self.path("mpi"), ignore_errors=True)
            for _ in range(min(4, KILLS - kills)):
                running = subprocess.Popen(["mpirun", "--oversubscribe", "-n", "3", PROGRAM, "sweep", "s.yaml", "--out",
                                            "mpi", "--resume"], cwd=self.folder, env=self.environment,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                there = len(self.computed("mpi")) if os.path.isdir(self.path("mpi", "shards")) else 0
                if there < 330:
                    self.wait_for_cases("mpi", there + chance.randrange(5, 60))
                children = subprocess.run(["pgrep", "-P", str(running.pid)], capture_output=True, text=True)
                pids = [int(p) for p in children.stdout.split()]
                victims = [chance.choice(pids)] if pids and chance.random() < 0.7 else [running.pid, *pids]
                for pid in victims:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                running.wait()
                kills += 1
                for pid in pids:  # of a run whose mpirun was killed
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
            self.mpirun(3, "s.yaml", "--out", "mpi", "--resume")
            self.assertEqual(sorted(self.computed("mpi")), list(range(400)))
            self.same_tables("threads", "mpi")


if __name__ == "__main__":
    unittest.main()
