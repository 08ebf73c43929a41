"""Builds the compiled part of the Python module with CMake. pyproject.toml says the rest.

TAKT_BUILD=FOLDER uses a folder that CMake has configured already, such as build/, in place of build/pip/cmake.
"""
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
OURS = ROOT / "build/pip"  # what setuptools leaves behind, apart from the folders of CMake


def version():
    return re.search(r"project\(takt VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


class Cmake(build_ext):
    def build_extension(self, extension):
        given = os.environ.get("TAKT_BUILD")
        folder = Path(given) if given else OURS / "cmake"
        if not given:
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DTAKT_APPS=OFF", "-DTAKT_TESTS=OFF",
                       "-DTAKT_BENCH=OFF", "-DTAKT_INSTALL=OFF", "-DTAKT_PYTHON_NEEDED=ON", f"-DTAKT_MODULE_PYTHON={sys.executable}"]
            page = ROOT / "build/web/dist/page.html"  # made before: reports need neither node nor a network then
            if page.exists():
                options.append(f"-DTAKT_PAGE_TEMPLATE={page}")
            if shutil.which("ninja"):
                options += ["-G", "Ninja"]
            subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(["cmake", "--build", str(folder), "--target", "takt_python", "-j", jobs], check=True)
        built = folder / "python/takt" / ("_core" + sysconfig.get_config_var("EXT_SUFFIX"))
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built, target)


OURS.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    ext_modules=[Extension("takt._core", sources=[])],
    cmdclass={"build_ext": Cmake},
    options={"build": {"build_base": str(OURS)}, "egg_info": {"egg_base": str(OURS)}},
)
