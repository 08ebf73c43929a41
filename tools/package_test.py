#!/usr/bin/env python3
"""Installs the Debian packages in a clean Debian, uses them there without a network, and removes them.

    tools/package_test.py FOLDER WORK      FOLDER: of the packages; WORK: keeps the clean system for the next time

Needs root, debootstrap and a mirror of Debian (TAKT_DEBIAN_MIRROR, else http://deb.debian.org/debian). In the clean
system: the program, its manual page and completions (bash, zsh, fish), models from files, a study under mpirun, the
C++ and Python programs of README.md, each with the output that README.md or the program promises. What is left after
the packages are purged is a fault.
"""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MIRROR = os.environ.get("TAKT_DEBIAN_MIRROR", "http://deb.debian.org/debian")
RELEASE = "bookworm"
MOUNTS = {"proc": "proc", "sysfs": "sys", "tmpfs": "dev/shm", "devpts": "dev/pts"}
USER = "1000:1000"  # nothing is used as root
HOME = "/home/user"
FROM_DEBIAN = ["man-db", "bash-completion", "zsh", "fish", "cmake", "g++", "make"]
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(use LANGUAGES CXX)
find_package(takt 0.1 REQUIRED)
add_executable(use main.cpp)
target_link_libraries(use PRIVATE takt::takt)
"""
STUDY = """study: 1
model: four-bar
until: 0.2 s
parameters:
  l: [1 m, 1.2 m, 1.5 m]
metrics:
  top: {max: out.y}
"""
COMPLETE = {
    "bash": "source /usr/share/bash-completion/bash_completion; _completion_loader takt; COMP_WORDS=(takt comp); COMP_CWORD=1; "
            "$(complete -p takt | sed -E 's/.*-F ([^ ]+).*/\\1/'); echo ${COMPREPLY[*]}",
    "fish": "complete -C 'takt comp'",
}
# A terminal of its own, in which the key is pressed. What is awaited differs from what is typed, which is seen too.
ZSH = r"""zmodload zsh/zpty; zpty t zsh -f -i
zpty -w t 'PS1="> "; autoload -U compinit; compinit -u; bindkey "^I" complete-word; echo read""y'
zpty -r -m t line '*ready*'
zpty -n -w t $'takt expl\t'
sleep 3
zpty -w t ' --help; echo en""d'
zpty -r -m t line '*end*'
print -r -- $line
"""


def run(*command, **keywords):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **keywords)
    if done.returncode:
        sys.exit(f"$ {' '.join(map(str, command))}\n{done.stdout[-5000:]}\ntakt: failed with code {done.returncode}")
    return done.stdout


def expect(what, found, wanted):
    if wanted not in found:
        sys.exit(f"takt: {what}: there should be\n  {wanted}\nin\n{found[-3000:]}")
    print(f"  {what}: {wanted.strip().splitlines()[0][:90]}", flush=True)


class System:
    """A Debian in a folder."""

    def __init__(self, root):
        self.root = root

    def as_root(self, *command):
        return run("chroot", self.root, *command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive",
                                                       "LC_ALL": "C.UTF-8"})

    def use(self, script, shell="bash"):
        """Runs a script as a user who has no network but that of this machine with itself."""
        return run("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", "chroot", f"--userspec={USER}", self.root, "/usr/bin/env", "-i", f"HOME={HOME}", "LC_ALL=C.UTF-8",
                   "PATH=/usr/bin:/bin", "TERM=dumb", shell, "-c", f"cd {HOME}; {script}")

    def write(self, name, text):
        path = self.root / HOME[1:] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def files(self):
        """All paths with our name in them, but for what waits to be installed."""
        skip = ("proc", "sys", "dev", "home", "packages", "var/cache", "var/log")
        found = run("find", ".", "(", *" -o ".join(f"-path ./{s}" for s in skip).split(), ")", "-prune", "-o", "-name", "*takt*", "-print",
                    cwd=self.root)
        return found.split()


def clean_system(work, root):
    """Unpacks the kept system, which is made when it is missing."""
    kept = work / f"{RELEASE}.tar"
    if not kept.exists():
        print(f"making a clean {RELEASE} from {MIRROR}", flush=True)
        made = Path(tempfile.mkdtemp(dir=work))
        run("debootstrap", "--variant=minbase", RELEASE, made / "root", MIRROR)
        run("tar", "-C", made / "root", "-cf", work / "new.tar", ".")
        (work / "new.tar").rename(kept)
        shutil.rmtree(made)
    run("tar", "-C", root, "-xf", kept)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")


@contextlib.contextmanager
def mounted(root):
    """What programs expect of a running system, gone in the end whatever happens."""
    places = []
    try:
        for kind, place in MOUNTS.items():
            (root / place).mkdir(exist_ok=True)
            run("mount", "-t", kind, *(["-o", "ptmxmode=0666,newinstance"] if kind == "devpts" else []), kind, root / place)
            places.append(root / place)
        yield
    finally:
        for place in reversed(places):
            subprocess.run(["umount", "--lazy", place], check=False)


def readme(language):
    """The block of this language in README.md, and what is said to be printed."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"```{language}\n(.*?)```(?:\s*It prints `([^`]*)`)?", text, re.DOTALL)
    return found[1], found[2]


def use_program(system):
    expect("takt run", system.use("takt run four-bar"), "largest drift")
    expect("models are files too", system.use("""
        by_name=$(takt run iltis --until 0.2s --json | grep state_hash)
        [ "$by_name" ] && [ "$by_name" = "$(takt run /usr/share/takt/models/iltis.yaml --until 0.2s --json | grep state_hash)" ] &&
        echo same bits: $by_name"""), "same bits")
    expect("a report", system.use("takt run four-bar --until 0.1s --quiet --report r.html && head -c 15 r.html"), "<!doctype html>")
    expect("manual page", system.use("man -w takt && man -w takt-fit && man --warnings takt 2>&1 | cat"), "takt certify")
    for shell, script in COMPLETE.items():
        expect(f"completion in {shell}", system.use(script, shell), "completion" if shell == "fish" else "compare completion")
    expect("completion in zsh", system.use(ZSH, shell="zsh"), "Usage: takt explain")


def use_mpi(system):
    system.write("s.yaml", STUDY)
    expect("a study under mpirun", system.use("mpirun --oversubscribe -n 2 takt sweep s.yaml --out s --quiet && ls s"), "shards")


def use_library(system):
    program, wanted = readme("cpp")
    system.write("cpp/main.cpp", program)
    system.write("cpp/CMakeLists.txt", CMAKE)
    expect("the C++ program of the README", system.use("cmake -S cpp -B b -DCMAKE_BUILD_TYPE=Release && cmake --build b && b/use"), wanted)


def use_python(system):
    program, _ = readme("python")
    system.write("use.py", program)
    said = system.use("/usr/bin/python3 -c \"exec(open('use.py').read()); print(takt.__file__)\"")
    expect("the Python lines of the README", said, "/usr/lib/python3/dist-packages/takt/__init__.py")
    expect("the same bits in Python", system.use("""
        wanted=$(takt run four-bar --json | sed -n 's/.*"state_hash": "\\(.*\\)".*/\\1/p')
        /usr/bin/python3 -c 'import takt; print("hash", takt.run("four-bar").summary["state_hash"])' | grep "hash $wanted$"
        """), "hash")


USES = {"takt": use_program, "takt-mpi": use_mpi, "libtakt-dev": use_library, "python3-takt": use_python}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    packages, work = sorted(Path(sys.argv[1]).glob("*.deb")), Path(sys.argv[2]).resolve()
    names = [p.name.split("_")[0] for p in packages]
    if sorted(names) != sorted(USES):
        sys.exit(f"takt: {sys.argv[1]} holds {names}, there should be {sorted(USES)}: CMake said when configuring what is missing")
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("takt: a clean system is made by root and by debootstrap (Debian: debootstrap)")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing stays mounted
    work.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    run("lintian", "--fail-on", "error,warning", "--suppress-tags", "initial-upload-closes-no-bugs", *packages)
    print("  lintian has nothing to say", flush=True)
    root = Path(tempfile.mkdtemp(prefix="takt_system_", dir="/var/tmp"))  # nobody searches it, as tests do the sources
    try:
        root.chmod(0o755)
        clean_system(work, root)
        system = System(root)
        with mounted(root):
            (root / "packages").mkdir()
            for package in packages:
                shutil.copy(package, root / "packages")
            (root / HOME[1:]).mkdir(parents=True)
            shutil.chown(root / HOME[1:], *map(int, USER.split(":")))
            system.as_root("apt-get", "-q", "update")
            system.as_root("apt-get", "-qy", "install", "--no-install-recommends", *FROM_DEBIAN)
            system.as_root("apt-get", "-qy", "install", "--no-install-recommends", *(f"/packages/{p.name}" for p in packages))
            print(f"  installed: {' '.join(names)}", flush=True)
            for name, use in USES.items():
                use(system)
            system.as_root("apt-get", "-qy", "purge", *names)
            left = system.files()
            if left:
                sys.exit("takt: left behind by the packages:\n  " + "\n  ".join(left))
            print(f"  purged: nothing is left; {time.monotonic() - began:.0f} s in all", flush=True)
    finally:
        if not any(os.path.ismount(root / place) for place in MOUNTS.values()):
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
