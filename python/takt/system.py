"""Systems of one's own, written with NumPy."""
from __future__ import annotations

from typing import Any, ClassVar, Mapping, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core, convert
from .convert import Array
from .errors import UsageError

__all__ = ["System"]


class System:
    """Equations of motion of one's own. Derive a class and write what is not zero:

        M(q) v' = f(q, v, u) - G' lambda,   0 = g(q, u),   G = dg/dq

        class Pendulum(takt.System):
            q = ["x", "y"]
            def mass(self, q): return np.eye(2)
            def force(self, q, v, u): return [0, -9.81]
            def constraint(self, q, u): return q @ q - 1
            def initial(self): return [1, 0], [0, 0]

        takt.run(Pendulum(), until=10)

    mass and force are needed; what else is not written comes by differences. All methods run on it
    (takt.methods()). Functions get arrays of their own and return numbers, lists or arrays. What they raise,
    takt.run and the others raise.

    q        names of the coordinates, or how many there are; q' = v
    inputs   external inputs with their values at the start: {"push": 0.0}
    outputs  names of what output() returns
    constant_mass  True where mass() does not depend on q: it makes steps cheaper

    u holds the inputs in their order, then what excitation(t) returns.
    """

    q: ClassVar[Union[Sequence[str], int]] = ()
    inputs: ClassVar[Mapping[str, float]] = {}
    outputs: ClassVar[Sequence[str]] = ()
    constant_mass: ClassVar[bool] = False

    def mass(self, q: Array) -> npt.ArrayLike:
        """M, n x n, symmetric."""
        raise NotImplementedError(f"{type(self).__name__} has no mass(self, q)")

    def force(self, q: Array, v: Array, u: Array) -> npt.ArrayLike:
        """f: applied and gyroscopic forces, n numbers."""
        raise NotImplementedError(f"{type(self).__name__} has no force(self, q, v, u)")

    def constraint(self, q: Array, u: Array) -> npt.ArrayLike:
        """g: one number for each constraint; without any, do not write it."""
        return np.zeros(0)

    def jacobian(self, q: Array, u: Array) -> npt.ArrayLike:
        """G = dg/dq, rows x n."""
        raise NotImplementedError

    def stiffness(self, q: Array, v: Array, u: Array) -> npt.ArrayLike:
        """K = -df/dq, n x n."""
        raise NotImplementedError

    def damping(self, q: Array, v: Array, u: Array) -> npt.ArrayLike:
        """C = -df/dv, n x n."""
        raise NotImplementedError

    def potential(self, q: Array, u: Array) -> float:
        """Potential energy in J, for the energy balance."""
        raise NotImplementedError

    def excitation(self, t: float) -> npt.ArrayLike:
        """Given functions of time, smooth; they enter u behind the inputs."""
        raise NotImplementedError

    def output(self, q: Array, v: Array, u: Array) -> npt.ArrayLike:
        """One number for each of `outputs`."""
        raise NotImplementedError

    def initial(self) -> Any:
        """q at the start, or q and v; else all zero."""
        n = len(self._names())
        return np.zeros(n), np.zeros(n)

    # What follows is for takt.

    def _names(self) -> list[str]:
        if isinstance(self.q, str):
            return [self.q]
        try:
            return [f"q{i + 1}" for i in range(convert.count(self.q, "q", 1))]
        except TypeError:
            pass
        names = convert.words(self.q, "q")
        if not names:
            raise UsageError(
                f"{type(self).__name__} has no coordinates", "q", 'write q = ["x", "y"], their names, or q = 2'
            )
        if len(set(names)) < len(names):
            raise UsageError(f"a name stands twice in {names}", "q", "give each coordinate its own")
        return names

    def _wrote(self, name: str) -> bool:
        return getattr(type(self), name) is not getattr(System, name)

    def _start(self, n: int) -> tuple[Array, Array]:
        given = self.initial()
        pair = isinstance(given, tuple) and len(given) == 2 and np.ndim(given[0]) == 1
        q, v = given if pair else (given, np.zeros(n))
        return convert.vector(np.atleast_1d(q), n, "initial q"), convert.vector(np.atleast_1d(v), n, "initial v")

    def _load(self) -> "_core.LoadedModel":
        """Looks at everything once, so that mistakes show here and not in the first step."""
        names = self._names()
        n = len(names)
        q, v = self._start(n)
        inputs = {convert.text(k, "inputs"): convert.number(x, f"input {k!r}") for k, x in dict(self.inputs).items()}
        given = np.zeros(0)
        if self._wrote("excitation"):
            given = np.atleast_1d(convert.numeric(self.excitation(0.0), "excitation(t)"))
        u = np.concatenate([np.array(list(inputs.values()), dtype=float), given])
        rows = 0
        if self._wrote("constraint"):
            rows = np.atleast_1d(convert.numeric(self.constraint(q.copy(), u.copy()), "constraint(q, u)")).size
        outputs = convert.words(self.outputs, "outputs")
        if bool(outputs) != self._wrote("output"):
            raise UsageError(
                f"{type(self).__name__} has {'no' if outputs else 'a'} function output(q, v, u) and "
                f"{'' if outputs else 'no '}names in `outputs`",
                "outputs",
                "write both or neither",
            )
        has = {f: self._wrote(f) for f in ("jacobian", "stiffness", "damping", "potential", "output", "excitation")}
        M, f = self.mass(q.copy()), self.force(q.copy(), v.copy(), u.copy())
        for values, shape, what in ((M, (n, n), "mass(q)"), (f, (n,), "force(q, v, u)")):
            array = convert.numeric(values, what)
            if array.shape != shape and not (n == 1 and array.size == 1):
                raise UsageError(f"{what} returned an array of shape {array.shape}, not {shape}", what)
        return _core.load_system(
            self,
            {
                **has,
                "names": names,
                "rows": [f"g{i + 1}" for i in range(rows)],
                "outputs": outputs,
                "inputs": inputs,
                "excitations": given.size,
                "constant_mass": convert.flag(self.constant_mass, "constant_mass"),
                "q": q,
                "v": v,
            },
        )
