#!/usr/bin/env python3
"""Checks the types of the bundle and runs its unit tests.

usage: bundle_test.py WEB      WEB: web/ as the build has copied it, with node_modules; 77 (skipped) without them
"""
import os
import shutil
import subprocess
import sys

web = os.path.abspath(sys.argv[1])
if shutil.which("node") is None or not os.path.isdir(os.path.join(web, "node_modules")):
    print("skipped: there is no node, or npm could not install its packages when this was built")
    sys.exit(77)
for words in (["node_modules/typescript/bin/tsc", "--noEmit"], ["test/run_unit.mjs"]):
    done = subprocess.run(["node", *words], cwd=web)
    if done.returncode != 0:
        sys.exit(done.returncode)
