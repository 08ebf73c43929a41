"""The Iltis over a bump, and a page in HTML that shows the run: iltis.html."""
import sys
from pathlib import Path

import takt


def main(folder: Path = Path(".")) -> None:
    model = takt.load("iltis", road="bump", speed="8 m/s")
    result = takt.run(model, until=4, method="hybrid+trapezoidal(passes=3)", step=1e-3, every=1e-2, record=["forces", "bodies"])
    z, load = result["z"], result["tyre_fl"]
    print(f"chassis between {z.min():.3f} and {z.max():.3f} m, load of the front left tyre up to {load.max():.0f} N")
    print(f"loops closed to {result.summary['max_drift']['position']:.0e} m, {result.summary['realtime_factor']:.0f} x real time")
    try:
        result.report(folder / "iltis.html")
        print("open iltis.html in a browser")
    except takt.Error as error:  # built where npm could not be reached
        print(error)
    assert load.max() > 1.5 * load[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("."))
