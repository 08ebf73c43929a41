"""A four-bar linkage written in Python, and the same as a model file."""
import numpy as np

import takt


def main() -> None:
    model = takt.Model("four-bar", gravity=[0, -9.81, 0])
    A, B, C, D = [0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]
    model.body("crank", mass=1, uniform={"rod": [A, B]})
    model.body("coupler", mass=1, uniform={"rod": [B, C]})
    model.body("rocker", mass=1, uniform={"rod": [C, D]})
    model.joint("A", "revolute", ["ground", "crank"], at=A)
    model.joint("B", "revolute", ["crank", "coupler"], at=B)
    model.joint("C", "revolute", ["coupler", "rocker"], at=C)
    model.joint("D", "revolute", ["ground", "rocker"], at=D)
    model.initial(v={"A": -1})
    model.output("x", position={"body": "crank", "at": B}, axis="x")
    result = takt.run(model, until=5)

    print(model.to_yaml())
    check = takt.check(model)
    print(f"freedoms {check['dof']['true']}, loop closed to {result.summary['max_drift']['position']:.0e} m")
    again = takt.run(takt.parse(model.to_yaml()), until=5)
    assert np.array_equal(again["x"], result["x"]) and check["dof"]["true"] == 1


if __name__ == "__main__":
    main()
