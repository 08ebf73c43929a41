"""Many steering inputs at once: which of 32 random ones brings the Iltis nearest to a lane 1 m to the left."""
import numpy as np

import takt


def main() -> None:
    model = takt.load("iltis", road="flat", speed="10 m/s", manoeuvre="wheel")
    random = np.random.default_rng(7)
    knots = np.cumsum(random.normal(0, 0.004, (32, 6)), axis=1)  # m of the steering rack
    at = np.linspace(0, 5, 200)
    wheel = np.array([np.interp(at, np.arange(6), k) for k in knots])[:, :, None]

    runs = takt.rollout(model, wheel, outputs=["y", "yaw"], step=1e-3, every=10)
    miss = np.abs(runs["y"][:, -1] - 1) + np.abs(runs["yaw"][:, -1])
    best = int(np.argmin(miss))
    print(f"run {best}: y = {runs['y'][best, -1]:.2f} m, yaw = {runs['yaw'][best, -1]:.3f} rad after {runs.t[-1]:g} s")

    # One thread gives the same bits.
    again = takt.rollout(model, wheel[best : best + 1], outputs=["y"], step=1e-3, every=10, threads=1)
    assert again["y"][0, -1] == runs["y"][best, -1] and runs.ok.all()


if __name__ == "__main__":
    main()
