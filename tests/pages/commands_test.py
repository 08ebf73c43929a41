#!/usr/bin/env python3
"""Pages of takt compare, tune, certify and reproduce: they hold the numbers that the same command
gives as CSV or JSON.

usage: commands_test.py PROGRAM [TEST...]
"""
import csv
import json
import math
import os
import shutil

from program_pages import Pages, run_where_pages_are


def section(page, name):
    return next(s for s in page["sections"] if s["id"] == name)


def curve(chart, name):
    return next(c for c in chart["curves"] if c["name"] == name)


def charts(page):
    return [s for s in page["sections"] if s["type"] == "chart"]


class Commands(Pages):
    def page(self, name):
        page = super().page(name).page
        self.assertEqual(page["takt"], 1)
        ids = [s["id"] for s in page["sections"]]
        self.assertEqual(len(ids), len(set(ids)), ids)
        for chart in charts(page):
            for c in chart["curves"]:
                self.assertEqual(len(c["x"]), len(c["y"]))
                self.assertNotIn(None, c["x"])
                self.assertTrue(any(y is not None for y in c["y"]), c["name"])
                self.assertIn(len(c.get("labels", [])), (0, len(c["x"])))
                for axis in ("x", "y"):
                    if chart[axis].get("log"):
                        self.assertTrue(all(v is None or v > 0 for v in c[axis]), c["name"])
        return page

    def rows(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def csv_and_chart(self, table, chart, x, y, key="method"):
        """The points of every curve that is not dashed are the rows of the table, of the runs that lasted."""
        log = chart["y"].get("log")
        wanted = {}
        for row in table:
            if row["status"] == "ok" and (not log or float(row[y]) > 0):
                wanted.setdefault(row[key], []).append((float(row[x]), float(row[y])))
        there = {c["name"]: [p for p in zip(c["x"], c["y"]) if p[1] is not None]
                 for c in chart["curves"] if not c.get("dashed")}
        self.assertEqual(there, wanted)


class Compare(Commands):
    METHODS = ["index1+heun+s_both2", "index1+rk4+s_both2", "index1+dopri5(rtol=1e-7)+s_both2"]

    def test_diagrams_hold_the_numbers_of_the_table(self):
        words = [w for m in self.METHODS for w in ("--method", m)]
        self.takt("compare", "car-axle", *words, "--step", "0.5ms,1ms,2ms,30ms", "--until", "1s",
                  "--out", "a.csv", "--report", "a.html")
        table, page = self.rows("a.csv"), self.page("a.html")
        self.assertEqual(page["kind"], "compare")
        self.assertEqual(page["made"]["command"].split()[:3], ["takt", "compare", "car-axle"])
        failed = [r for r in table if r["status"] != "ok"]
        self.assertTrue(failed, "the test wants a run that fails")
        self.csv_and_chart(table, section(page, "work-precision"), "cpu_s", "error")
        for r in table:
            r["us"] = float(r["cpu_s"]) * 1e6 / int(r["steps"])
            r["by_method"] = abs(float(r["energy_method"]))
            if r["by_method"] <= float(r["energy_resolution"]):
                r["by_method"] = 0
        self.csv_and_chart(table, section(page, "cost-of-a-step"), "us", "error")
        fixed = [r for r in table if "dopri5" not in r["method"]]
        for name, column in [("error-over-step", "error"), ("drift-of-positions", "drift.position"),
                             ("drift-of-velocities", "drift.velocity"),
                             ("energy-over-step", "by_method")]:
            chart = section(page, name)
            self.csv_and_chart(fixed, chart, "h", column)
            found = self.slopes(chart)
            if name == "error-over-step":
                self.assertEqual(found, 2)
        # A run that failed is in the table and among the warnings, and nowhere else.
        self.assertEqual(len(page["warnings"]), len(failed))
        for row, warning in zip(failed, page["warnings"]):
            self.assertIn(row["method"], warning)
            self.assertIn(row["status"], warning)
        cells = section(page, "table")["rows"]
        self.assertEqual(len(cells), len(table))
        for row, line in zip(table, cells):
            self.assertEqual(row["method"], line[0])
            self.assertEqual(line[2] == "-", row["status"] != "ok")
            self.assertEqual(line[-1].startswith(row["status"]), row["status"] != "ok")
        for k in section(page, "table")["best"]:
            mine = table[k]
            for other in table:
                if other["status"] == "ok" and other is not mine:
                    self.assertFalse(float(other["error"]) < float(mine["error"]) and
                                     float(other["cpu_s"]) < float(mine["cpu_s"]))

    def slopes(self, chart):
        """Dashed lines are the least squares of the curve before them, and say so."""
        dashed = 0
        for data, line in zip(chart["curves"], chart["curves"][1:]):
            if not line.get("dashed"):
                continue
            dashed += 1
            points = [(math.log(x), math.log(y)) for x, y in zip(data["x"], data["y"])
                      if y and y > 1e-12]
            mx, my = (sum(p[i] for p in points) / len(points) for i in (0, 1))
            slope = (sum((u - mx) * (w - my) for u, w in points) /
                     sum((u - mx) ** 2 for u, _ in points))
            shown = 0 if abs(slope) < 5e-3 else slope
            self.assertEqual(line["name"], f"{data['name']}, slope {shown:.2f}")
            drawn = math.log(line["y"][1] / line["y"][0]) / math.log(line["x"][1] / line["x"][0])
            self.assertAlmostEqual(drawn, slope, places=9)
        return dashed

    def test_names_stay_text(self):
        name = "x<b>&\"'y.yaml"
        shutil.copy(os.path.join(os.path.dirname(__file__), "../support/models/pushed_pendulum.yaml"),
                    self.path(name))
        self.takt("compare", name, "--step", "1ms", "--until", "10ms", "--report", "a.html")
        with open(self.path("a.html"), encoding="utf-8") as file:
            self.assertNotIn("x<b>", file.read())
        self.assertIn("x<b>", self.page("a.html")["made"]["command"])


class Tune(Commands):
    def test_frontier_holds_the_trials(self):
        words = [w for m in ("index1+heun+s_both2", "index2+linear_implicit_euler(J2)+one_step",
                             "index1+rk4+s_both2") for w in ("--method", m)]
        done = self.takt("tune", "pendulum-cartesian", *words, "--period", "4ms", "--accuracy", "1e-4",
                         "--until", "1s", "--budget", "10s", "--json", "--report", "a.html")
        advice, page = json.loads(done.stdout), self.page("a.html")
        chart = section(page, "frontier")
        ok = [t for t in advice["trials"] if t["status"] == "ok"]
        point = lambda t: (t["usual_s"] * 1e6, t["error"])
        drawn = [p for c in chart["curves"] if c["name"].endswith("everything")
                 for p in zip(c["x"], c["y"])]
        self.assertEqual(sorted(drawn), sorted(map(point, ok)))
        line = curve(chart, "frontier")
        self.assertEqual(list(zip(line["x"], line["y"])), [point(t) for t in ok if t["frontier"]])
        best = advice["trials"][advice["recommended"]]
        mark = curve(chart, "recommended")
        self.assertEqual((mark["x"], mark["y"]), ([best["usual_s"] * 1e6], [best["error"]]))
        self.assertIn(best["method"], mark["labels"][0])
        self.assertIn(4000.0, [m.get("x") for m in chart["marks"]])  # the deadline
        self.assertEqual(section(page, "trials")["best"], [advice["recommended"]])
        self.assertEqual(len(section(page, "trials")["rows"]), len(advice["trials"]))
        self.assertTrue(section(page, "take")["text"].startswith(advice["run"]))


class Certify(Commands):
    def certify(self, *words, code=0):
        done = self.takt("certify", *words, "--json", "--report", "a.html", code=code)
        return json.loads(done.stdout), self.page("a.html")

    def test_measurements_are_those_of_the_certificate(self):
        c, page = self.certify("pendulum-cartesian", "--method", "index2+linear_implicit_euler(J2)+one_step",
                               "--step", "1ms", "--period", "1s", "--until", "2s")
        rows = section(page, "findings")["rows"]
        sure = [f for f in c["findings"] if f["verdict"] != "open"]
        self.assertEqual([(r["from"], r["statement"], r["holds"]) for r in rows],
                         [(f["key"], f["says"], f["verdict"] == "holds") for f in sure])
        self.assertEqual([r[:2] for s in page["sections"] if s["id"] == "open" for r in s["rows"]],
                         [[f["key"], f["says"]] for f in c["findings"] if f["verdict"] == "open"])
        self.assertEqual(len(page["warnings"]), sum(f["verdict"] != "holds" for f in c["findings"]))
        self.assertEqual(sum(n or 0 for n in section(page, "step-times")["curves"][0]["y"]), c["steps"] // 1000)
        self.assertIn(1e6, [m.get("x") for m in section(page, "step-times")["marks"]])
        drift = section(page, "drift")["curves"]
        top = max(y for y in drift[0]["y"] if y is not None)
        self.assertEqual(top, c["drift"]["position"])
        bound = next(d for d in drift if d.get("dashed"))
        self.assertEqual(bound["y"][0], c["drift"]["bound"]["g_lim"])
        energy = section(page, "energy")["curves"][0]["y"]
        self.assertAlmostEqual(energy[-1], c["energy"]["final"] - c["energy"]["initial"], delta=1e-12)
        self.assertAlmostEqual(section(page, "energy-of-the-method")["curves"][0]["y"][-1],
                               c["energy"]["method"], delta=1e-12)
        radii = [math.hypot(x, y) for x, y in zip(*(curve(
            section(page, "eigenvalues"), "largest eigenvalue of a step")[k] for k in "xy"))]
        for found, wanted in zip(radii[::2], c["spectral_radius"]):
            self.assertAlmostEqual(found, wanted["along"], places=12)
        if "states" in c["work"]:
            self.assertEqual(len(section(page, "instructions")["rows"]), len(c["work"]["states"]))

    def test_stability_domain_of_explicit_euler_is_a_circle(self):
        c, page = self.certify("linear-oscillator", "--method", "ode+explicit_euler", "--step", "100ms",
                               "--until", "5s", "--period", "100ms")
        chart = section(page, "stability-domain")
        edge = curve(chart, "|R| = 1")
        points = [(x, y) for x, y in zip(edge["x"], edge["y"]) if y is not None]
        self.assertGreater(len(points), 100)
        for x, y in points:
            self.assertAlmostEqual(math.hypot(x + 1, y), 1, delta=0.03)
        # x'' = -a x - b x' with the model's a and b: h times the roots, and outside of the circle,
        # as the certificate says.
        modes = curve(chart, "modes of the model")
        x, y = modes["x"][0], modes["y"][0]
        self.assertAlmostEqual(math.hypot(x + 1, y), c["spectral_radius"][0]["along"], places=5)


class Reproduce(Commands):
    def test_pages_hold_the_tables_and_statements(self):
        self.takt("reproduce", "000-figure-3", "004-figure-6.4", "--out", "r")
        index = self.page("r/index.html")
        links = section(index, "experiments")["rows"]
        self.assertEqual([r["href"] for r in links], ["000-figure-3.html", "004-figure-6.4.html"])
        checks = self.rows("r/statements.csv")
        for link in links:
            name = link["href"][:-5]
            page = self.page("r/" + link["href"])
            mine = [c for c in checks if c["id"] == name]
            rows = section(page, "statements")["rows"]
            self.assertEqual([(r["statement"], r["measured"], r["holds"]) for r in rows],
                             [(c["statement"], c["measured"], c["confirmed"] == "yes") for c in mine])
            self.assertEqual(link["tone"], "good" if all(r["holds"] for r in rows) else "warn")
            chart, table = charts(page)[0], self.rows(f"r/{name}.csv")
            for c in chart["curves"]:
                drawn = [p for p in zip(c["x"], c["y"]) if p[1] is not None]
                self.assertEqual(drawn, [(float(r["t"]), float(r[c["name"]])) for r in table])
        # The next run lists what is there.
        self.takt("reproduce", "000-figure-3", "--out", "r", "--report", "one.html")
        index = self.page("r/index.html")
        self.assertEqual([r["href"] for r in section(index, "earlier")["rows"]], ["004-figure-6.4.html"])
        self.assertEqual(self.page("one.html")["sections"], self.page("r/000-figure-3.html")["sections"])


if __name__ == "__main__":
    run_where_pages_are()
