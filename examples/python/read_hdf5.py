"""Results in HDF5: written while the model runs, read by takt and by h5py."""
import sys
from pathlib import Path

import numpy as np

import takt


def main(folder: Path = Path(".")) -> None:
    file = folder / "slider_crank.h5"
    result = takt.run("slider-crank", until=1, every=1e-2, record="reactions", out=file)

    again = takt.read(file)  # all columns, and the summary
    assert np.array_equal(again["x"], result["x"])
    print(f"{len(again)} columns, {len(again.t)} rows, {again.summary['steps']} steps of {again.method}")

    try:
        import h5py  # other programs read it too
    except ImportError:
        print("h5py is not there (Debian: python3-h5py)")
        return
    with h5py.File(file) as data:
        x = data["out.x"]
        print(f"out.x in {x.attrs['unit']}: {x.attrs['description']}, {x[0]:.4f} to {x[-1]:.4f}")
        assert np.array_equal(x[:], result["x"])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("."))
