#!/usr/bin/env python3
"""takt fit: finds the parameters of a noisy run within the deviations that it states.

usage: fit_test.py PROGRAM [TEST...]
"""
import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
FIT = os.path.join(os.path.dirname(PROGRAM), "takt-fit")

TRUTH = {"damping": 1.15, "leaf_spring": 0.9}
NOISE = {"z": ("out.z", 1e-3), "pitch": ("out.pitch", 1e-3), "az": ("out.az", 0.02)}
METHOD = "hybrid+trapezoidal(passes=3)"

STUDY = f"""study: 1
model: iltis
set: {{road: bump}}
methods: ['{METHOD}']
steps: [2 ms]
fit:
  parameters:
    damping: {{start: 0.7, least: 0.3, most: 3}}
    leaf_spring: {{start: 1.3, least: 0.5, most: 2}}
  runs:
    - data: measured.csv
      signals:
        out.z: {{column: z, unit: mm, deviation: 1}}
        out.pitch: {{column: pitch, deviation: 1e-3}}
        out.az: {{column: az, deviation: 0.02}}
"""


class Fits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="takt_fit_")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def takt(self, *words, code=0, program=PROGRAM, **more):
        done = subprocess.run([program, *words], cwd=self.folder, capture_output=True, text=True, timeout=900, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def measure(self, seed):
        """A run over the bump, with noise, as a file of measured data: z in mm."""
        if not os.path.exists(self.path("truth.csv")):
            sets = [w for name, x in TRUTH.items() for w in ("--set", f"{name}={x}")]
            self.takt("run", "iltis", "--set", "road=bump", *sets, "--until", "2.5s", "--every", "10ms", "--step", "2ms",
                      "--method", METHOD, "--out", "truth.csv", "--quiet")
        noise = random.Random(seed)
        with open(self.path("truth.csv"), newline="") as file, open(self.path("measured.csv"), "w") as out:
            out.write("t," + ",".join(NOISE) + "\n")
            for row in csv.DictReader(file):
                x = [float(row[column]) + noise.gauss(0, deviation) for column, deviation in NOISE.values()]
                out.write(f"{float(row['t'])!r},{1e3 * x[0]!r},{x[1]!r},{x[2]!r}\n")


class Iltis(Fits):
    def setUp(self):
        if not os.path.exists(FIT):
            print("no Ceres here (Debian: libceres-dev): takt fit is not tested")
            sys.exit(77)
        super().setUp()

    def test_recovers_damper_and_leaf_spring(self):
        self.write("fit.yaml", STUDY)
        off = []
        for seed in (1, 2):
            self.measure(seed)
            result = json.loads(self.takt("fit", "fit.yaml", "--json", "--out", "residuals.csv").stdout)
            self.assertTrue(result["converged"])
            self.assertAlmostEqual(result["reduced_chi_squared"], 1, delta=0.2)
            for k, p in enumerate(result["parameters"]):
                off.append((p["value"] - TRUTH[p["path"]]) / p["deviation"])
                self.assertLess(p["deviation"], 0.02)
                self.assertAlmostEqual(p["deviation"] ** 2, result["covariance"][k][k], delta=1e-12)
        self.assertLess(max(abs(x) for x in off), 3.3, off)  # one of 250 sets of four would be beyond
        self.assertGreater(max(abs(x) for x in off), 0.2, off)  # deviations that are far too large
        with open(self.path("residuals.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 3 * 251)

    def test_noise_from_the_residuals(self):
        self.write("fit.yaml", STUDY.replace(", deviation: 1e-3", "").replace(", deviation: 1", "")
                   .replace(", deviation: 0.02", ""))
        self.measure(4)
        said = self.takt("fit", "fit.yaml").stdout
        self.assertIn("from the residuals, as if these were noise alone", said)
        self.assertIn("run it        takt run iltis --set road=bump --set damping=1.1", said)

    def test_what_cannot_be_fitted(self):
        self.measure(1)
        for text, says in (
                (STUDY.replace("damping:", "dampin:"), ["has no parameter 'dampin'", "fit.yaml:8:", "did you mean 'damping'"]),
                (STUDY.replace("out.pitch", "out.pich"), ["no column 'out.pich'", "did you mean 'out.pitch'"]),
                (STUDY.replace("column: az", "column: ay"), ["has no column 'ay'", "fit.yaml:15:"]),
                (STUDY.replace("measured.csv", "none.csv"), ["none.csv", "fit.yaml:11:"]),
                (STUDY.replace("start: 0.7", "start: 7"), ["'start' is not between 'least' and 'most'", "fit.yaml:8:"]),
                (STUDY[:STUDY.index("fit:")] + "metrics: {a: {max: out.z}}\n", ["the study says nothing to fit"])):
            self.write("fit.yaml", text)
            said = self.takt("fit", "fit.yaml", code=3).stderr
            for one in says:
                self.assertIn(one, said)


class Missing(Fits):
    """A program without its siblings."""

    def test_says_what_is_not_there(self):
        shutil.copy(PROGRAM, self.path("takt"))
        self.write("s.yaml", "study: 1\nmodel: four-bar\nmetrics: {a: {final: v.A}}\n")
        said = self.takt("fit", "s.yaml", code=1, program=self.path("takt")).stderr
        self.assertIn("built without a library for least squares (Ceres; Debian: libceres-dev)", said)
        said = self.takt("sweep", "s.yaml", code=1, program=self.path("takt"),
                         env=dict(os.environ, OMPI_COMM_WORLD_SIZE="2")).stderr
        self.assertIn("built without MPI (Debian: libopenmpi-dev)", said)


if __name__ == "__main__":
    unittest.main()
