"""What the tests of pages from outside share: a folder each, the program, numbers to compare."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy

from page_file import PageFile

PROGRAM = os.path.abspath(sys.argv.pop(1))
CSV_ONLY = re.compile(r"body\..*\.(vx|vy|vz|wx|wy|wz)$")


def narrow(values):
    with numpy.errstate(over="ignore"):
        return values.astype(numpy.float32)


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="takt_pages_")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def takt(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def page(self, name):
        return PageFile(self.path(name))

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def expect_numbers_of(self, page, results, speed=0):
        """All numbers of the page are those of the result file, as floats. A railway vehicle counts x in a frame that moves
        with this speed; in the page it is on its track."""
        numpy.testing.assert_array_equal(page.tables["series"]["t"], results["t"])
        in_page = {**page.tables["series"], **page.tables.get("frames", {})}
        for name, values in results.items():
            if name == "t" or CSV_ONLY.match(name):
                continue
            if speed and re.fullmatch(r"body\..*\.x", name):
                numpy.testing.assert_allclose(in_page[name], values + speed * results["t"], rtol=1e-6, err_msg=name)
                continue
            numpy.testing.assert_array_equal(narrow(in_page[name]), narrow(values), name)


def has_pages():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, "run", "four-bar", "--until", "1ms", "--quiet", "--report",
                               os.path.join(folder, "a.html")], capture_output=True, text=True)
    if "without pages" in done.stderr:
        print("skipped:", done.stderr)
    return "without pages" not in done.stderr


def run_where_pages_are():
    """Runs the tests; ends with 77 if the program was built without pages."""
    if not has_pages():
        sys.exit(77)
    unittest.main()
