"""A pendulum that ships with takt: run it, look at the result."""
import numpy as np

import takt


def main() -> None:
    pendulum = takt.load("simple-pendulum", L="50 cm")
    result = takt.run(pendulum, until=5, every=1e-2)
    print(result)

    y, speed = result["y"], np.hypot(result["vx"], result["vy"])
    fall = 0.5 * speed**2 + 9.81 * y  # energy of a unit mass, zero at the start
    print(f"lowest point {y.min():.4f} m, fastest {speed.max():.3f} m/s, energy kept to {np.abs(fall).max():.1e} J/kg")
    assert abs(y.min() + 0.5) < 1e-3 and np.abs(fall).max() < 1e-6


if __name__ == "__main__":
    main()
