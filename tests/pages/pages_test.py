#!/usr/bin/env python3
"""Reports of runs from outside: their JSON and numbers, and results as their source.

usage: pages_test.py PROGRAM [TEST...]      ends with 77 if the program was built without pages
"""
import json
import os
import re
import subprocess

import numpy

from page_file import read_csv
from program_pages import CSV_ONLY, Pages, PROGRAM, narrow, run_where_pages_are

SPEEDS = {"train-carriage": 30, "convoy": 30}  # m/s, of the frames they count in


class Numbers(Pages):
    def test_every_shipped_model(self):
        text = self.takt("list", "models").stdout
        names = re.findall(r"^  (\S+)  ", text, re.M)
        self.assertGreater(len(names), 25)
        for name in names:
            with self.subTest(name):
                until, step = ("2ms", "0.1ms") if name == "squeezer" else ("20ms", "1ms")
                words = ["run", name, "--until", until, "--step", step, "--out", "a.csv",
                         "--report", "a.html", "--quiet"]
                bodies = subprocess.run([PROGRAM, *words, "--record", "forces,reactions,bodies"],
                                        cwd=self.folder, capture_output=True, text=True)
                if "only for mechanisms" in bodies.stderr:
                    self.takt(*words)
                else:
                    self.assertEqual(bodies.returncode, 0, bodies.stderr)
                page = self.page("a.html")
                self.expect_numbers_of(page, read_csv(self.path("a.csv")), SPEEDS.get(name, 0))
                self.assertEqual(page.page["title"], name)
                self.assertEqual(page.page["kind"], "run")
                mechanism = page.section("mechanism")
                if mechanism is None:
                    self.assertNotIn("frames", page.tables)
                    continue
                bodies = mechanism["scene"]["bodies"]
                for body in bodies[1:]:  # the pose at the start is that of the first frame
                    for k, part in enumerate(("x", "y", "z", "qw", "qx", "qy", "qz")):
                        self.assertAlmostEqual(page.tables["frames"][f"body.{body['name']}.{part}"][0],
                                               body["pose"][k], 4, body["name"])

    def test_the_run_stays_the_same(self):
        words = ["run", "iltis", "--until", "1s", "--every", "10ms", "--json", "--out"]
        without = json.loads(self.takt(*words, "a.csv").stdout)
        beside = json.loads(self.takt(*words, "b.csv", "--report", "b.html").stdout)
        self.assertEqual(without["state_hash"], beside["state_hash"])
        self.assertEqual(without["counters"], beside["counters"])
        with open(self.path("a.csv")) as a, open(self.path("b.csv")) as b:
            self.assertEqual(a.read(), b.read())

    def test_long_runs_lose_no_extreme(self):
        self.takt("run", "iltis", "--until", "8s", "--out", "a.csv", "--record", "bodies",
                  "--report", "a.html", "--quiet")
        page, all_rows = self.page("a.html"), read_csv(self.path("a.csv"))
        self.assertLess(os.path.getsize(self.path("a.html")), 5e6)
        self.assertEqual(page.page["tables"][0]["thinned"], len(all_rows["t"]))
        for name, values in page.tables["series"].items():
            if name in all_rows and name != "t":
                self.assertEqual(values.max(), narrow(all_rows[name]).max(), name)
                self.assertEqual(values.min(), narrow(all_rows[name]).min(), name)
        frames = page.tables["frames"]
        at = numpy.searchsorted(all_rows["t"], frames["t"])
        self.assertEqual(at[0], 0)
        self.assertEqual(at[-1], len(all_rows["t"]) - 1)
        for name, values in frames.items():  # exact rows
            numpy.testing.assert_array_equal(values, all_rows["t"][at] if name == "t"
                                             else narrow(all_rows[name][at]), name)

    def test_adaptive_methods_and_those_with_a_bound(self):
        self.takt("run", "two-link-sine", "--method", "index1+dopri5", "--until", "1s", "--every", "10ms",
                  "--out", "a.csv", "--report", "a.html", "--quiet")
        page = self.page("a.html")
        self.expect_numbers_of(page, read_csv(self.path("a.csv")))
        self.assertIn("rejected", page.card("one step")["note"])
        self.takt("run", "two-link-sine", "--method", "index2+linear_implicit_euler(J2)+one_step",
                  "--until", "1s", "--report", "b.html", "--quiet")
        page = self.page("b.html")
        self.assertIn("promised", page.card("largest drift")["note"])
        plot = page.section("drift")["plots"][0]
        self.assertTrue(plot["log"] and plot["upper"])
        bound = plot["marks"][0]
        self.assertIn("bound", bound["text"])
        self.assertGreater(bound["y"], page.tables["series"]["drift.position"].max())

    def test_energy_account_and_counters_end_where_the_summary_does(self):
        summary = json.loads(self.takt("run", "iltis", "--until", "1s", "--json", "--report", "a.html").stdout)
        series = self.page("a.html").tables["series"]
        for column, part in (("inputs", "inputs"), ("elements", "dissipated"), ("method", "method")):
            self.assertAlmostEqual(series["account." + column][-1], summary["energy"][part],
                                   delta=1e-3 * abs(summary["energy"]["initial"]), msg=column)
        for name in ("evaluations", "iterations", "factorisations", "unconverged"):
            self.assertEqual(series["solver." + name][-1], summary["counters"][name], name)


HOSTILE = "</script><script>window.hit=1</script><img src=x onerror=hit()> & \" ' ` $x \u2028 @TAKT_DATA@"
PENDULUM = """takt: 1
name: pendulum
description: %s
bodies:
  rod: {mass: 1 kg, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}
joints:
  pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}
initial: {q: {pin: 0.3 rad}}
"""


class Report(Pages):
    def test_hdf5_gives_the_page_of_the_run(self):
        self.takt("run", "iltis", "--until", "1s", "--every", "5ms", "--record", "forces,reactions,bodies",
                  "--out", "a.h5", "--report", "run.html", "--quiet")
        self.takt("report", "a.h5", "-o", "file.html")
        run, file = self.page("run.html"), self.page("file.html")
        for part in ("title", "subtitle", "method", "warnings", "cards"):
            self.assertEqual(run.page[part], file.page[part], part)
        self.assertEqual(file.page["made"]["command"], "takt report a.h5 -o file.html")
        self.assertEqual(file.page["made"]["run"], run.page["made"]["command"])
        self.assertNotIn("run", run.page["made"])
        of_run = [name for name in run.tables["series"] if not name.startswith(("account.", "solver."))]
        self.assertEqual([name for name in file.tables["series"] if name in of_run], of_run, "in the same order")
        for name in ("mechanism", "drift", "energy", "step-time", "model"):
            a, b = run.section(name), file.section(name)
            if name == "energy":
                b["note"], b["plots"] = a["note"], b["plots"] + a["plots"][1:]  # without the account
            self.assertEqual(a, b, name)
        for table in ("series", "frames"):
            for name, values in run.tables[table].items():
                if name.startswith(("account.", "solver.")):
                    continue
                if not CSV_ONLY.match(name):
                    numpy.testing.assert_array_equal(values, file.tables[table][name], name)

    def test_poses_are_computed_again(self):
        for model, method in (("iltis", "joint:"), ("four-bar", "natural:"), ("stewart-platform", "joint:"),
                              ("truck-trailer", "joint:"), ("slider-crank", "joint:ggl(formalism=residual)+bdf")):
            with self.subTest(model):
                words = ["run", model, "--method", method, "--until", "0.2s", "--every", "10ms", "--quiet"]
                if "bdf" in method:
                    words += ["--step", "1ms"]
                self.takt(*words, "--out", "a.h5", "--out", "a.csv", "--report", "run.html")
                self.takt("report", "a.h5", "-o", "h5.html")
                self.takt("report", "a.csv", "-o", "csv.html", "--model", model, "--method", method)
                frames = self.page("run.html").tables["frames"]
                for name in ("h5.html", "csv.html"):
                    again = self.page(name).tables["frames"]
                    self.assertNotIn("other settings", "".join(self.page(name).page["warnings"]))
                    self.assertEqual(list(again), list(frames))
                    for column, values in frames.items():
                        numpy.testing.assert_allclose(again[column], values, rtol=0, atol=1e-6, err_msg=column)

    def test_csv_without_a_model_has_plots_only(self):
        self.takt("run", "four-bar", "--until", "0.1s", "--out", "a.csv", "--quiet")
        self.takt("report", "a.csv", "-o", "a.html")
        page = self.page("a.html")
        self.assertIsNone(page.section("mechanism"))
        self.assertIn("plots only", page.page["warnings"][0])
        self.expect_numbers_of(page, read_csv(self.path("a.csv")))

    def test_other_settings_are_noticed(self):
        self.takt("run", "four-bar", "--set", "l=2", "--until", "0.1s", "--out", "a.csv", "--quiet")
        said = "other settings than it ran with"
        self.takt("report", "a.csv", "-o", "a.html", "--model", "four-bar")
        self.assertIn(said, "".join(self.page("a.html").page["warnings"]))
        self.takt("report", "a.csv", "-o", "b.html", "--model", "four-bar", "--set", "l=2")
        self.assertNotIn(said, "".join(self.page("b.html").page["warnings"]))

    def test_wrong_model_is_refused(self):
        self.takt("run", "four-bar", "--until", "0.1s", "--out", "a.csv", "--quiet")
        for words in (["iltis"], ["four-bar", "--method", "natural:"]):
            done = self.takt("report", "a.csv", "-o", "a.html", "--model", *words, code=3)
            self.assertIn("do not fit the model", done.stderr)
            self.assertFalse(os.path.exists(self.path("a.html")))

    def test_problem_written_by_hand(self):
        self.takt("run", "squeezer", "--until", "5ms", "--out", "a.h5", "--report", "run.html", "--quiet")
        self.takt("report", "a.h5", "-o", "a.html")
        page = self.page("a.html")
        self.assertIsNone(page.section("mechanism"))
        self.assertEqual(page.page["warnings"], self.page("run.html").page["warnings"])
        self.assertIn("squeezing", page.page["subtitle"])

    def test_settings_and_files_beside_the_model(self):
        os.mkdir(self.path("models"))
        os.mkdir(self.path("elsewhere"))
        self.write("models/parts.yaml", "takt: 1\nparameters: {length: 1 m}\nbodies:\n"
                   "  rod: {mass: 1 kg, com: [0, 0, '${-length/2}'], inertia: [0.1, 0.1, 0.01]}\n")
        self.write("models/pendulum.yaml", "takt: 1\nname: pendulum\ninclude: [parts.yaml]\njoints:\n"
                   "  pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: y}\n"
                   "initial: {q: {pin: 0.3 rad}}\n")
        self.takt("run", "models/pendulum.yaml", "--set", "length=2 m", "--until", "0.1s", "--out", "a.h5",
                  "--report", "run.html", "--quiet")
        self.takt("report", "a.h5", "-o", "a.html")
        frames, again = self.page("run.html").tables["frames"], self.page("a.html").tables["frames"]
        numpy.testing.assert_allclose(again["body.rod.x"], frames["body.rod.x"], atol=1e-6)
        self.assertAlmostEqual(again["body.rod.z"][0], -numpy.cos(0.3), 5)
        os.remove(self.path("models/parts.yaml"))
        self.takt("report", "a.h5", "-o", "b.html")
        page = self.page("b.html")
        self.assertIsNone(page.section("mechanism"))
        self.assertIn("plots only", page.page["warnings"][0])
        self.assertIn("parts.yaml", page.page["warnings"][0])

    def test_hostile_texts_stay_texts(self):
        self.write("hostile.yaml", PENDULUM % json.dumps(HOSTILE))
        self.takt("run", "hostile.yaml", "--until", "0.1s", "--out", "a.h5", "--report", "run.html", "--quiet")
        self.takt("report", "a.h5", "-o", "a.html")
        self.write("columns.csv", '"t","</script><img src=x onerror=hit()>","q."",x"\n0,1,2\n1,2,3\n')
        self.takt("report", "columns.csv", "-o", "b.html")
        self.takt("run", "four-bar", "--until", "1ms", "--report", "c.html", "--quiet")
        elements = self.page("c.html").html.count("<script")
        for name in ("run.html", "a.html", "b.html"):
            page = self.page(name)
            self.assertEqual(page.html.count("<script"), elements, name)
            self.assertNotIn("<img src=x", page.html)
        self.assertEqual(self.page("a.html").page["subtitle"], HOSTILE)
        self.assertEqual(list(self.page("b.html").tables["series"]),
                         ["t", "</script><img src=x onerror=hit()>", 'q.",x'])

    def test_what_is_readable_is_shown(self):
        self.takt("run", "four-bar", "--until", "0.1s", "--out", "a.csv", "--quiet")
        with open(self.path("a.csv")) as file:
            text = file.read()
        lines = text.splitlines()
        self.write("cut.csv", text[:-30])
        self.takt("report", "cut.csv", "-o", "a.html", "--model", "four-bar")
        page = self.page("a.html")
        self.assertEqual(len(page.tables["series"]["t"]), len(lines) - 2)
        self.assertTrue(any("cut off" in w for w in page.page["warnings"]))
        middle = lines[50].split(",")
        self.write("nan.csv", "\n".join([*lines[:50], ",".join([middle[0]] + ["nan"] * (len(middle) - 1)),
                                         *lines[51:], ""]))
        self.takt("report", "nan.csv", "-o", "b.html", "--model", "four-bar")
        page = self.page("b.html")
        self.assertTrue(numpy.isnan(page.tables["series"]["q.A"][49]))
        self.assertTrue(any("not finite" in w for w in page.page["warnings"]))

    def test_what_is_not_readable_is_said(self):
        self.takt("run", "four-bar", "--until", "0.1s", "--out", "a.csv", "--out", "a.h5", "--quiet")
        with open(self.path("a.csv")) as file:
            lines = file.read().splitlines()
        with open(self.path("a.h5"), "rb") as file:
            content = file.read()
        self.write("empty.csv", "")
        self.write("head.csv", lines[0] + "\n")
        self.write("other.csv", "time,x\n0,1\n")
        self.write("hole.csv", "\n".join([lines[0], lines[1], lines[2][:20], lines[3], ""]))
        self.write("word.csv", "t,x\n0,one\n")
        self.write("twice.csv", "t,x,x\n0,1,2\n")
        self.write("text.h5", "no HDF5")
        with open(self.path("half.h5"), "wb") as file:
            file.write(content[:len(content) // 3])
        for name, said in (("empty.csv", "empty"), ("head.csv", "no rows"), ("other.csv", "not t"),
                           ("hole.csv", "cells"), ("word.csv", "no number"), ("twice.csv", "twice"),
                           ("text.h5", "cannot be read"), ("half.h5", "cannot be read"),
                           ("none.csv", "no file"), ("none.h5", "no file")):
            done = self.takt("report", name, "-o", "x.html", code=2 if name.startswith("none") else 1)
            self.assertIn(said, done.stderr, name)
            self.assertIn("try:", done.stderr, name)
            self.assertFalse(os.path.exists(self.path("x.html")), name)

    def test_foreign_and_old_hdf5(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("there is no h5py")
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file["t"] = numpy.arange(3.0)
        done = self.takt("report", "foreign.h5", "-o", "x.html", code=1)
        self.assertIn("cannot be read", done.stderr)
        self.takt("run", "four-bar", "--until", "0.1s", "--out", "a.h5", "--quiet")
        with h5py.File(self.path("a.h5"), "r+") as file:  # as older versions wrote it
            del file["summary"], file.attrs["source"]
        self.takt("report", "a.h5", "-o", "a.html")
        page = self.page("a.html")
        self.assertIsNotNone(page.section("mechanism"))
        self.assertIn("no summary", page.page["warnings"][0])
        self.assertIsNotNone(page.card("largest drift"))


if __name__ == "__main__":
    run_where_pages_are()
