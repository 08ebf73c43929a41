#!/usr/bin/env python3
"""The models of examples/models do what mechanics says of them.

usage: models_test.py PROGRAM HOLD [TEST...]      HOLD: the controller examples/hil/hold.c
"""
import csv
import math
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

import numpy as np

PROGRAM, HOLD = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATIENCE = 120  # s for one run, on a busy machine


class Example(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="takt_examples_")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def model(self, name):
        return os.path.join(ROOT, "examples", "models", name + ".yaml")

    def command(self, name, *words, out="out.csv"):
        return [PROGRAM, "run", self.model(name), "--quiet", "--out", os.path.join(self.folder, out), *words]

    def run_model(self, name, *words):
        """Runs it; the columns of the result by name, without `out.`"""
        done = subprocess.run(self.command(name, *words), capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("warning", done.stderr)
        return self.columns()

    def columns(self, out="out.csv"):
        with open(os.path.join(self.folder, out), encoding="utf-8") as file:
            rows = csv.reader(file)
            names = next(rows)
            values = np.array([[float(x) for x in row] for row in rows])
        return {name.removeprefix("out."): values[:, i] for i, name in enumerate(names)}


class FiveBar(Example):
    def test_follows_its_circle(self):
        r = self.run_model("five-bar", "--every", "10ms")
        off = np.hypot(r["x"] - r["x_wanted"], r["y"] - r["y_wanted"])
        self.assertLess(off.max(), 0.4e-3)
        # The circle itself, from its centre and radius.
        late = r["t"] > 1
        radius = np.hypot(r["x"], r["y"] - 0.38)[late]
        np.testing.assert_allclose(radius, 0.06, atol=0.4e-3)
        turned = np.unwrap(np.arctan2(r["x"], r["y"] - 0.38))
        self.assertAlmostEqual(turned[-1] - turned[0], 2.5 * 2 * math.pi, delta=0.02)
        self.assertGreater(np.abs(r["torque1"]).max(), 0.05)  # the motors do it

    def test_is_short(self):
        with open(self.model("five-bar"), encoding="utf-8") as file:
            self.assertLess(len(file.readlines()), 40)


class Strut:
    """Kinematics and linear dynamics of quarter-car.yaml by hand, as functions of the angle of its arm."""

    pivot, ball = np.array([0, 0.35, 0.2]), np.array([0, 0.7, 0.18])
    top, seat, hub = np.array([-0.03, 0.58, 0.85]), np.array([-0.014, 0.62, 0.5]), np.array([0, 0.75, 0.31])
    inner, outer = np.array([-0.12, 0.38, 0.24]), np.array([-0.12, 0.7, 0.22])
    com, arm_com = np.array([0, 0.74, 0.31]), np.array([0, 0.525, 0.19])
    inertia = np.diag([0.9, 1.2, 0.9])
    arm_length = np.linalg.norm(ball - pivot)
    arm_inertia = 4 * (arm_length**2 / 12 + 0.02**2 / 4)  # of a solid rod about x
    k, c, free, tyre, radius, g = 28e3, 1800, 0.48, 200e3, 0.33, 9.81

    @staticmethod
    def turn(r):
        angle = np.linalg.norm(r)
        if angle == 0:
            return np.eye(3)
        x, y, z = r / angle
        K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K

    def place(self, angle):
        """Rotation of the knuckle and place of its ball, by Newton's method."""
        at = self.pivot + self.turn(np.array([angle, 0, 0])) @ (self.ball - self.pivot)
        line = self.top - self.seat

        def open_by(r):
            R = self.turn(r)
            across = np.cross(R @ line, self.top - (at + R @ (self.seat - self.ball)))
            rod = np.linalg.norm(at + R @ (self.outer - self.ball) - self.inner)
            return np.array([across[0], across[1], rod - np.linalg.norm(self.outer - self.inner)])

        r = np.zeros(3)
        for _ in range(5):
            J = np.array([(open_by(r + 1e-6 * e) - open_by(r - 1e-6 * e)) / 2e-6 for e in np.eye(3)]).T
            r = r - np.linalg.solve(J, open_by(r))
        return self.turn(r), at

    def point(self, angle, drawn):
        R, at = self.place(angle)
        return at + R @ (drawn - self.ball)

    def length(self, angle):
        return np.linalg.norm(self.top - self.point(angle, self.seat))

    def potential(self, z, angle):
        """Without the road: gravity, spring, and the tyre on a level road."""
        arm = (self.pivot + self.turn(np.array([angle, 0, 0])) @ (self.arm_com - self.pivot))[2]
        knuckle, hub = self.point(angle, self.com)[2], self.point(angle, self.hub)[2]
        return (self.g * (350 * z + 4 * (z + arm) + 36 * (z + knuckle)) + self.k * (self.length(angle) - self.free)**2 / 2
                + self.tyre * (self.radius - z - hub)**2 / 2)

    def balance(self):
        q, h = np.zeros(2), 1e-5
        for _ in range(5):
            q = q - np.linalg.solve(self.hessian(q, h), self.gradient(q, h))
        return q

    def gradient(self, q, h):
        return np.array([(self.potential(*(q + h * e)) - self.potential(*(q - h * e))) / (2 * h) for e in np.eye(2)])

    def hessian(self, q, h):
        H = np.array([(self.gradient(q + 10 * h * e, h) - self.gradient(q - 10 * h * e, h)) / (20 * h)
                      for e in np.eye(2)])
        return (H + H.T) / 2

    def response(self, omega, speed):
        """Complex amplitudes of body and hub per metre of road, at the balance."""
        q, h = self.balance(), 1e-5
        angle = q[1]

        def rate(f):
            return (f(angle + h) - f(angle - h)) / (2 * h)

        R = self.place(angle)[0]
        spin = rate(lambda a: self.place(a)[0]) @ R.T
        w = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        c = rate(lambda a: self.point(a, self.com))
        a = rate(lambda a: self.turn(np.array([a, 0, 0])) @ (self.arm_com - self.pivot))
        hub, length = rate(lambda a: self.point(a, self.hub)), rate(self.length)
        turning = 36 * c @ c + w @ R @ self.inertia @ R.T @ w + 4 * a @ a + self.arm_inertia
        M = np.array([[390, 36 * c[2] + 4 * a[2]], [36 * c[2] + 4 * a[2], turning]])
        D = np.diag([0, self.c * length**2])
        # Of a road of height e^(i omega t): the spring of the tyre, and the static load along its normal.
        slope, load = 1j * omega / speed, 390 * self.g
        push = np.array([self.tyre, self.tyre * hub[2] - load * slope * hub[0]])
        x = np.linalg.solve(self.hessian(q, h) + 1j * omega * D - omega**2 * M, push)
        return x[0], x[0] + hub[2] * x[1], q


class QuarterCar(Example):
    wavelength, amplitude = 5, 2e-3

    def test_swings_as_its_linear_equations_say(self):
        strut = Strut()
        for speed in (6, 10):
            omega = 2 * math.pi * speed / self.wavelength
            body, hub, q = strut.response(omega, speed)
            r = self.run_model("quarter-car", "--set", f"speed={speed}", "--until", "12s", "--every", "10ms")
            self.assertAlmostEqual(r["body"][0], q[0], delta=1e-8)
            self.assertAlmostEqual(r["spring"][0], strut.length(q[1]), delta=1e-8)
            late = r["t"] > 12 - 5 * self.wavelength / speed
            wave = omega * r["t"] - 2 * math.pi * 2 / self.wavelength  # the waves begin at x = 2 m
            fit = np.array([np.ones_like(wave), np.sin(wave), np.cos(wave)]).T[late]
            for name, expected in (("body", body), ("wheel", hub)):
                mean, a, b = np.linalg.lstsq(fit, r[name][late], rcond=None)[0]
                self.assertLess(abs(complex(a, b) / self.amplitude / expected - 1), 2e-5, (speed, name))
                self.assertAlmostEqual(mean, r[name][0], delta=2e-5)

    def test_moves_the_same_in_other_coordinates(self):
        words = ["--until", "3s", "--every", "10ms", "--set", "amplitude=2cm"]
        joint = self.run_model("quarter-car", *words, "--method", "index1+rk4+s_both2")
        natural = self.run_model("quarter-car", *words, "--method", "natural:index1+rk4+s_both2")
        for name in ("body", "wheel", "spring"):
            self.assertGreater(np.ptp(joint[name]), 0.01)
            np.testing.assert_allclose(natural[name], joint[name], atol=1e-6, err_msg=name)


class Hexapod(Example):
    def test_reaches_the_wanted_pose(self):
        r = self.run_model("hexapod", "--every", "10ms")
        t = r["t"]
        s = np.clip(t, 0, 1)
        grow = s**3 * (10 - 15 * s + 6 * s**2)
        wanted = {"x": 0.10 * np.sin(3 * t), "y": 0.08 * np.sin(2 * t), "z": 0.06 * np.sin(4 * t),
                  "roll": 0.15 * np.sin(2.5 * t), "pitch": 0.12 * np.cos(3 * t), "yaw": 0.20 * np.sin(1.5 * t)}
        for name, value in wanted.items():
            np.testing.assert_allclose(r[name], grow * value, atol=1e-9, err_msg=name)
            self.assertGreater(np.ptp(r[name]), 0.1)
        # The lengths of the legs, from the pose that it has.
        feet, tops = (-15, 15, 105, 135, 225, 255), (-45, 45, 75, 165, 195, 285)
        roll, pitch, yaw = r["roll"], r["pitch"], r["yaw"]
        for i, (foot, top) in enumerate(zip(np.radians(feet), np.radians(tops))):
            ends = []
            for k in range(len(t)):
                x, y = (Strut.turn(np.array(v)) for v in ([roll[k], 0, 0], [0, pitch[k], 0]))
                z = Strut.turn(np.array([0, 0, yaw[k]]))
                ends.append(z @ y @ x @ [0.6 * math.cos(top), 0.6 * math.sin(top), 0])
            d = np.array(ends).T + [r["x"], r["y"], r["z"] + 1] - np.array([[math.cos(foot)], [math.sin(foot)], [0]])
            length = np.sqrt((d**2).sum(axis=0))
            np.testing.assert_allclose(r[f"leg{i + 1}.length"], length, atol=1e-9)
            self.assertGreater(np.ptp(length), 0.1)

    def test_its_motors_carry_its_weight(self):
        r = self.run_model("hexapod", "--until", "1ms")
        # A leg is a rod of 8 and 4 kg. Its upper end takes its weight across the leg by moments about the foot, and a
        # sixth of the platform; its motor pushes that along the leg, and the piston.
        g, cos = 9.81, 1 / math.sqrt(1 + 1 + 0.36 - 1.2 * math.cos(math.radians(30)))
        across = g * (8 * 0.25 + 4 * 0.75) * (1 - cos**2)  # vertical part of the force across the leg
        expected = (400 * g / 6 + across) / cos + 4 * g * cos
        for i in range(1, 7):
            self.assertAlmostEqual(r[f"leg{i}.force"][0], expected, delta=1e-6 * expected)


class Arm(Example):
    def held_by(self, controller, channel, out):
        with subprocess.Popen([*controller, channel, "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as by:
            try:
                done = subprocess.run(self.command("arm", "--io", "lockstep:" + channel, "--timeout", "60s", "--every", "10ms",
                                                   out=out),
                                      capture_output=True, text=True, timeout=PATIENCE, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                said, wrong = by.communicate(timeout=PATIENCE)
            finally:
                by.kill()
        self.assertEqual(by.returncode, 0, wrong)
        self.assertIn("answered 3", said)
        with open(os.path.join(self.folder, out), "rb") as file:
            return self.columns(out), file.read()

    def channels(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        return f"udp:{port}", f"shm:takt-arm-{os.getpid()}"

    def test_is_held_with_the_same_bits_every_time(self):
        python = [sys.executable, os.path.join(ROOT, "examples", "hil", "hold.py")]
        udp, shm = self.channels()
        r, bits = self.held_by(python, udp, "a.csv")
        target = (0, -0.6, 1.2, 0, 0.5, 0)
        for i, goal in enumerate(target):
            self.assertAlmostEqual(r[f"angle{i + 1}"][-1], goal, delta=1e-4)
            self.assertGreater(abs(r[f"angle{i + 1}"][0] - goal), 0.05)
            self.assertLess(abs(r[f"rate{i + 1}"][-1]), 1e-3)
        self.assertEqual(bits, self.held_by(python, shm, "b.csv")[1])
        self.assertEqual(bits, self.held_by(python, self.channels()[0], "c.csv")[1])
        for channel in self.channels():  # the same law in C: other order of sums, so not the same bits
            c, _ = self.held_by([HOLD], channel, "d.csv")
            for i in range(1, 7):
                np.testing.assert_allclose(c[f"angle{i}"], r[f"angle{i}"], atol=1e-9)

    def test_falls_without_a_controller(self):
        r = self.run_model("arm", "--until", "0.5s", "--every", "10ms")
        self.assertGreater(abs(r["angle2"][-1] - r["angle2"][0]), 0.5)


class Car(Example):
    def test_turns_in_its_circle_with_the_loads_of_statics(self):
        r = {name: x[-1] for name, x in self.run_model("car", "--every", "100ms").items()}
        speed = math.hypot(r["vx"], r["vy"])
        self.assertAlmostEqual(speed, 12, delta=0.1)
        self.assertAlmostEqual(r["yaw_rate"], speed / 60, delta=0.01 * speed / 60)
        self.assertLess(abs(r["offset"]), 0.1)
        mass, rolling, g = 1300 + 4 * 50 + 2 * 5, 4 * 1.0 * speed / 0.31, 9.81
        loads = {w: r[w + ".load"] for w in ("fl", "fr", "rl", "rr")}
        self.assertAlmostEqual(sum(loads.values()), mass * g, delta=1e-3 * mass * g)
        # Moments about the line on the road midway between the wheels: the loads against all masses, whose side
        # acceleration has the lever of their heights and which lean outwards by the roll, and the spinning wheels.
        heights = 0.55 * 1300 + 0.304 * 210
        moment = 0.75 * (loads["fr"] + loads["rr"] - loads["fl"] - loads["rl"])
        expected = (r["yaw_rate"] * speed + g * r["roll"]) * heights + rolling * r["yaw_rate"]
        self.assertAlmostEqual(moment, expected, delta=0.01 * expected)
        self.assertGreater(r["left"], r["right"])  # Ackermann: the inner wheel turns more
        self.assertGreater(r["right"], 2.6 / 61)

    def test_slides_on_ice(self):
        r = self.run_model("car", "--set", "friction=0.15", "--every", "100ms", "--until", "12s")
        side = np.abs(r["yaw_rate"] * np.hypot(r["vx"], r["vy"]))
        self.assertLess(side[-1], 0.15 * 9.81 * 1.05)
        self.assertGreater(np.abs(r["offset"]).max(), 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]], verbosity=1)
