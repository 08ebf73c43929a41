#!/usr/bin/env python3
"""Pages of runs that fail, are interrupted or refused.

usage: endings_test.py PROGRAM [TEST...]      ends with 77 if the program was built without pages
"""
import json
import os
import resource
import signal
import subprocess
import time

from page_file import read_csv
from program_pages import Pages, PROGRAM, run_where_pages_are


class Partial(Pages):
    def test_blow_up(self):
        done = self.takt("run", "two-link-sine", "--method", "index1+heun", "--step", "10ms", "--until", "10s",
                         "--out", "a.csv", "--out", "a.h5", "--report", "a.html", "--json", code=4)
        t_end = json.loads(done.stdout)["t_end"]
        self.assertIn("report up to there: a.html", done.stderr)
        self.takt("report", "a.h5", "-o", "b.html")
        for name in ("a.html", "b.html"):
            page = self.page(name)
            self.assertTrue(page.page["warnings"][0].startswith("The run did not reach its end: the motion blew up"))
            self.assertEqual(page.page["cards"][0]["value"], "blew up")
            self.assertEqual(page.page["cards"][0]["tone"], "bad")
            self.assertEqual(page.tables["series"]["t"][-1], t_end)

    def test_interrupt(self):
        process = subprocess.Popen([PROGRAM, "run", "four-bar", "--until", "10h", "--every", "10ms", "--out", "a.csv",
                                    "--report", "a.html", "--quiet"], cwd=self.folder, stderr=subprocess.PIPE,
                                   text=True)
        limit = time.monotonic() + 60
        while time.monotonic() < limit and not (os.path.exists(self.path("a.csv"))
                                                and os.path.getsize(self.path("a.csv")) > 100000):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130, process.stderr.read())
        process.stderr.close()
        page = self.page("a.html")
        self.assertIn("interrupted", page.page["warnings"][0])
        self.assertEqual(page.page["cards"][0]["value"], "interrupted")
        self.assertEqual(page.tables["frames"]["t"][-1], read_csv(self.path("a.csv"))["t"][-1])


class Refused(Pages):
    def test_before_the_run(self):
        os.mkdir(self.path("folder.html"))
        run = ["run", "four-bar", "--until", "1h", "--report"]
        for words, code, said in ((run + ["a.pdf"], 2, "does not end in .html"),
                                  (run + ["none/a.html"], 1, "cannot write"),
                                  (run + ["folder.html"], 1, "cannot write"),
                                  (["run", "--replay", "a.rec", "four-bar", "--report", "a.html"], 2, "no report"),
                                  (["report", "a.csv", "-o", "a.csv"], 2, "does not end in .html")):
            begin = time.monotonic()
            done = self.takt(*words, code=code)
            self.assertLess(time.monotonic() - begin, 10)
            self.assertIn(said, done.stderr)
            self.assertIn("try:", done.stderr)

    def test_no_room(self):
        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        done = subprocess.run([PROGRAM, "run", "four-bar", "--until", "0.1s", "--quiet", "--report", "a.html"],
                              cwd=self.folder, capture_output=True, text=True, preexec_fn=small)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("the page a.html is not written: ", done.stderr)
        self.assertNotIn("kept", done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_commands_name_the_page(self):
        done = self.takt("certify", "four-bar", "--until", "10ms", "--report", "a.html")
        self.assertIn("report   a.html", done.stdout)

    def test_an_old_page_is_replaced_when_the_new_one_is_complete(self):
        self.write("a.html", "old")
        self.takt("run", "four-bar", "--until", "1ms", "--report", "a.html")
        self.assertEqual(self.page("a.html").page["title"], "four-bar")
        self.assertEqual(os.listdir(self.folder), ["a.html"])
        self.write("b.html", "old")
        self.takt("run", "four-bar", "--method", "rk5", "--report", "b.html", code=3)
        with open(self.path("b.html")) as file:
            self.assertEqual(file.read(), "old")

    def test_summary_names_the_page(self):
        done = self.takt("run", "four-bar", "--until", "1ms", "--every", "1ms", "--report", "a.html")
        self.assertRegex(done.stdout, r"results +a\.html  report")
        quiet = self.takt("run", "four-bar", "--until", "1ms", "--report", "a.html", "--quiet")
        self.assertEqual(quiet.stdout + quiet.stderr, "")


if __name__ == "__main__":
    run_where_pages_are()
