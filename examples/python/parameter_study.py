"""How the height of a drop over stairs depends on the speed: one run for each value, on all processors."""
import numpy as np

import takt


def main() -> None:
    speeds = np.linspace(3, 7, 5)
    study = takt.rollout("iltis", parameters={"speed": speeds}, steps=200, every=10, step=1e-3, outputs=["z", "x", "tyre_fl"])
    print(study)
    print("speed m/s   way m   largest load N")
    for speed, x, load in zip(speeds, study["x"][:, -1], study["tyre_fl"].max(axis=1)):
        print(f"{speed:9.1f} {x:7.2f} {load:16.0f}")
    assert study.ok.all() and np.all(np.diff(study["x"][:, -1]) > 0)


if __name__ == "__main__":
    main()
