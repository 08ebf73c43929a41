"""Error over computing time of four methods on the car axle: work_precision.svg."""
import sys
from pathlib import Path

import takt


def main(folder: Path = Path(".")) -> None:
    methods = ["index1+heun+s_both2", "index1+rk4+s_both2", "index2+linear_implicit_euler(J2)+one_step", "state_space+trapezoidal(passes=3)"]
    comparison = takt.compare("car-axle", methods, steps=["1ms", "2ms", "5ms"], until=1)
    print(comparison)
    try:
        axes = comparison.plot()
    except ImportError as error:
        print(error)
    else:
        axes.figure.savefig(str(folder / "work_precision.svg"))
    errors = {(r["method"], r["step"]): r["error"] for r in comparison}
    rk4 = "index1+rk4+s_both2"
    assert errors[(rk4, 1e-3)] < 1e-2 * errors[("index1+heun+s_both2", 1e-3)]
    assert 8 < errors[(rk4, 2e-3)] / errors[(rk4, 1e-3)] < 32  # fourth order


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("."))
