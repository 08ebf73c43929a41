"""A simulation that is stepped by the caller."""
from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Iterator, Mapping, MutableMapping, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core, convert
from .convert import Array, Time, Value
from .errors import SolverError
from .loading import LoadedModel, load

if TYPE_CHECKING:
    import os

    from .model import Model
    from .system import System

    AnyModel = Union[str, os.PathLike[str], LoadedModel, Model, System]

__all__ = ["Body", "Inputs", "Joint", "Pose", "Simulation", "Twist", "Wrench"]

Values = Union[npt.ArrayLike, Mapping[str, float]]


@dataclasses.dataclass(frozen=True)
class Pose:
    """Where a body is: its centre of mass in the world, and its attitude as a unit quaternion (w, x, y, z)."""

    position: Array
    rotation: Array

    @property
    def matrix(self) -> Array:
        """The rotation as a matrix, 3 x 3: its columns are the axes of the body in the world."""
        w, x, y, z = self.rotation
        return np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ])


@dataclasses.dataclass(frozen=True)
class Twist:
    """Velocity of the centre of mass in world axes (m/s), angular velocity in body axes (rad/s); or their rates."""

    linear: Array
    angular: Array


@dataclasses.dataclass(frozen=True)
class Wrench:
    """Force (N) and moment (N m) in the frame of a joint, on its outboard body."""

    force: Array
    moment: Array


class Body:
    """A body of a simulation, at the present state."""

    def __init__(self, core: "_core.Simulation", name: str) -> None:
        core.body(name, False)  # raises where there is no such body
        self._core = core
        self.name = name

    @property
    def pose(self) -> Pose:
        x = self._core.body(self.name, False)
        return Pose(x[:3], x[3:7])

    @property
    def twist(self) -> Twist:
        x = self._core.body(self.name, False)
        return Twist(x[7:10], x[10:])

    @property
    def acceleration(self) -> Twist:
        x = self._core.body(self.name, True)
        return Twist(x[:3], x[3:])

    def point(self, local: npt.ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """Where a point fixed on the body, in the body's own frame, is in the world."""
        return self._core.point(self.name, convert.vector(local, 3, "point"))

    def __repr__(self) -> str:
        return f"<body {self.name!r} at {np.array2string(self.pose.position, precision=4)} m>"


class Joint:
    """A joint of a simulation, at the present state."""

    def __init__(self, core: "_core.Simulation", name: str) -> None:
        core.reaction(name)  # raises where there is no such joint
        self._core = core
        self.name = name

    @property
    def reaction(self) -> Wrench:
        """What the joint transmits to its outboard body."""
        x = self._core.reaction(self.name)
        return Wrench(x[:3], x[3:])

    def __repr__(self) -> str:
        return f"<joint {self.name!r}, {np.array2string(self.reaction.force, precision=4)} N>"


class Inputs(MutableMapping[str, float]):
    """The external signals: sim.inputs["wheel"] = 0.01. A value holds until the next one, within its range."""

    def __init__(self, core: "_core.Simulation") -> None:
        self._core = core
        self._names = core.input_names()

    def __getitem__(self, name: str) -> float:
        self._check(name)
        return self._core.input(name)

    def __setitem__(self, name: str, value: float) -> None:
        self._check(name)
        self._core.set_input(name, convert.number(value, f"input {name!r}"))

    def set_rate(self, name: str, per_second: float) -> None:
        """How the input changes during the steps to come."""
        self._check(name)
        self._core.set_rate(name, convert.number(per_second, f"rate of input {name!r}"))

    def _check(self, name: str) -> None:
        if name not in self._names:
            convert.index(self._names, name, "input")

    def __delitem__(self, name: str) -> None:
        raise TypeError("inputs cannot be deleted; set them to a value")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"takt.Inputs({dict(self)!r})"


class Simulation:
    """A model, a method and a state that moves in time.

        sim = takt.Simulation(takt.load("iltis", manoeuvre="wheel"), step=1e-3)
        sim.inputs["wheel"] = 0.01
        sim.step(100)
        print(sim.t, sim.body("chassis").pose.position)

    model   what takt.load takes, or returns
    method  the text of a method; else the model's, else the default for this kind of system
    step    s, or "1ms"; else the model's, else 1 ms
    until   where steps end exactly; without it there is no end
    assemble  move the initial state to the constraints in any case

    t, q, v are the time and the state. q and v are read-only arrays, the same objects every time, and show
    the state after each step; copy them to keep it. Steps run without the GIL.
    """

    def __init__(
        self,
        model: "AnyModel",
        method: str = "",
        step: Optional[Time] = None,
        until: Optional[Time] = None,
        assemble: bool = False,
    ) -> None:
        end = math.inf if until is None else convert.seconds(until, "until")
        self._set_up(load(model), method, step, end, assemble)

    def _set_up(self, model: LoadedModel, method: str, step: Optional[Time], end: float, assemble: bool) -> None:
        """`end`: s; 0 is the model's usual one."""
        length = 0.0 if step is None else convert.seconds(step, "step")
        self._core = _core.Simulation(model._core, convert.text(method, "method"), length, end, convert.flag(assemble, "assemble"))
        self.model = model
        self._q, self._v = self._core.q, self._core.v
        self._inputs = Inputs(self._core)

    def step(self, n: int = 1) -> None:
        """Makes n steps, without the GIL. Raises SolverError if one fails; the state is the last good one."""
        try:
            good = self._core.step(n)
        except TypeError:
            convert.count(n, "n", -(2**62))  # raises if that is the reason
            raise
        if not good:
            self._fail()

    def _fail(self) -> None:
        status = self._core.status
        raise SolverError(
            f"a step failed at t = {self.t:.9g} s: {self._core.failure or status}",
            f"method {self.method}",
            "a smaller step, or another method (takt.methods())",
        )

    @property
    def t(self) -> float:
        """The time in s."""
        return self._core.t

    @property
    def q(self) -> Array:
        """Coordinates; sim.q_names has their names. Read-only, always the same array."""
        return self._q

    @property
    def v(self) -> Array:
        """Velocities; sim.v_names has their names. Read-only, always the same array."""
        return self._v

    @property
    def z(self) -> Array:
        """Auxiliary states of tyres and controllers (a copy)."""
        return self._core.vector("z")

    @property
    def inputs(self) -> Inputs:
        """The external signals by name."""
        return self._inputs

    @property
    def outputs(self) -> dict[str, float]:
        """All declared outputs by name."""
        return {name: self._core.output(name) for name in self.output_names}

    def output(self, name: str) -> float:
        """A declared output: `yaw` or `out.yaw`."""
        return self._core.output(convert.text(name, "output"))

    def body(self, name: str) -> Body:
        """A body by name."""
        return Body(self._core, convert.text(name, "body"))

    def joint(self, name: str) -> Joint:
        """A joint by name."""
        return Joint(self._core, convert.text(name, "joint"))

    @property
    def q_names(self) -> list[str]:
        return self._core.q_names()

    @property
    def v_names(self) -> list[str]:
        return self._core.v_names()

    @property
    def output_names(self) -> list[str]:
        return self._core.output_names()

    @property
    def row_names(self) -> list[str]:
        """Names of the constraint rows."""
        return self._core.row_names()

    @property
    def method(self) -> str:
        """The method, spelled out."""
        return self._core.method

    @property
    def step_length(self) -> float:
        """s; of adaptive methods the first step."""
        return self._core.step_length

    @property
    def steps(self) -> int:
        """How many steps were made."""
        return self._core.steps

    @property
    def done(self) -> bool:
        """`until` is reached."""
        return self._core.done

    @property
    def energy(self) -> dict[str, float]:
        """J: kinetic, potential and total."""
        kinetic, potential = self._core.numbers("energy")
        return {"kinetic": kinetic, "potential": potential, "total": kinetic + potential}

    @property
    def drift(self) -> dict[str, float]:
        """How far the constraints are open: largest absolute values of g, of its rate and of its second rate."""
        return dict(zip(("position", "velocity", "acceleration"), self._core.numbers("drift")))

    def set_state(self, q: Optional[Values] = None, v: Optional[Values] = None) -> None:
        """Another state: arrays, or dicts with some values by name. It must fulfil the constraints.

        Raises UsageError and changes nothing if it does not.
        """
        self._core.set_state(
            convert.by_name(q, self.q_names, self._q, "q"), convert.by_name(v, self.v_names, self._v, "v")
        )

    def save(self) -> bytes:
        """Everything that survives a step: a restored simulation repeats its bits."""
        return self._core.save()

    def restore(self, memory: bytes) -> None:
        """Goes back to what `save` of the same model and method returned."""
        if not isinstance(memory, bytes):
            raise TypeError(f"restore takes what save returned, bytes, not {type(memory).__name__}")
        self._core.restore(memory)

    def change(self, values: Optional[Mapping[str, Value]] = None, /, **more: Value) -> None:
        """Other parameters from the next step on; state, inputs and time go on."""
        self._core.change(convert.settings({**(values or {}), **more}))

    # What analysts and control engineers ask for: M(q) a + h(q, v) = tau - G' lambda.

    def mass_matrix(self) -> Array:
        """M at the present state."""
        return self._core.matrix("M")

    def bias(self) -> Array:
        """h = -f: all that is neither M a nor a constraint (gravity, springs, centrifugal forces)."""
        return self._core.vector("h")

    def constraint(self) -> Array:
        """g: how far each position constraint is open."""
        return self._core.vector("g")

    def constraint_jacobian(self) -> Array:
        """G: derivatives of the constraints in the tangent space."""
        return self._core.matrix("G")

    def stiffness_matrix(self) -> Array:
        """K = -df/dq, as implicit methods take it."""
        return self._core.matrix("K")

    def damping_matrix(self) -> Array:
        """C = -df/dv, as implicit methods take it."""
        return self._core.matrix("C")

    def jacobian(self, body: str, point: npt.ArrayLike = (0.0, 0.0, 0.0)) -> Array:
        """d(velocity of a point)/dv, 3 x n. The point is fixed on the body, given in the body's own frame."""
        return self._core.point_jacobian(convert.text(body, "body"), convert.vector(point, 3, "point"))

    def inverse_dynamics(self, q: npt.ArrayLike, v: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """The generalised forces M(q) a + h(q, v), without those of constraints."""
        return self._core.inverse_dynamics(*self._point(q, v), convert.vector(a, len(self._v), "a", self.v_names))

    def forward_dynamics(self, q: npt.ArrayLike, v: npt.ArrayLike, tau: npt.ArrayLike) -> Array:
        """The acceleration under additional generalised forces tau, on the constraints."""
        return self._core.forward_dynamics(*self._point(q, v), convert.vector(tau, len(self._v), "tau", self.v_names))

    def _point(self, q: npt.ArrayLike, v: npt.ArrayLike) -> tuple[Array, Array]:
        return (
            convert.vector(q, len(self._q), "q", self.q_names),
            convert.vector(v, len(self._v), "v", self.v_names),
        )

    def move_to_equilibrium(self) -> None:
        """The nearest state of rest, or of steady motion where the model has a speed."""
        self._core.move_to_equilibrium()

    def modes(self) -> npt.NDArray[np.complex128]:
        """Eigenvalues of small motions about the present state, 1/s, by ascending frequency."""
        return np.array(self._core.modes(), dtype=np.complex128)

    def __repr__(self) -> str:
        return f"<takt.Simulation of {self.model.name!r} at t = {self.t:.6g} s, {self.method}, step {self.step_length:g} s>"

    def _repr_html_(self) -> str:
        from .display import simulation_html

        return simulation_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        end = self._core.until
        return _make_again, (self.model, self.method, self.step_length, None if math.isinf(end) else end, self.save())


def _make_again(model: LoadedModel, method: str, step: float, until: Optional[float], memory: bytes) -> Simulation:
    sim = Simulation(model, method, step, until)
    sim.restore(memory)
    return sim
