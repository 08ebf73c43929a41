"""What terminals and notebooks show; plots and tables; what is missing without matplotlib and pandas."""
import html.parser
import subprocess
import sys

import numpy as np
import pytest
import takt
from conftest import Pendulum, four_bar


class Tags(html.parser.HTMLParser):
    """Every tag that is opened is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_reprs(steered):
    sim = takt.Simulation(steered, step=1e-3)
    result = takt.run("four-bar", until=0.1)
    assert "four-bar" in repr(result) and "largest drift" in repr(result) and "101 times" in repr(result)
    assert "iltis" in repr(steered) and "14 bodies" in repr(steered)
    assert "t = 0 s" in repr(sim) and "body 'chassis'" in repr(sim.body("chassis")) and "joint 'rack'" in repr(sim.joint("rack"))
    assert "heun" in repr(takt.methods()) and repr(takt.check("four-bar")).startswith("four-bar")
    assert "order" in repr(takt.explain("index1+heun"))
    assert "revolute" in repr(four_bar().joint)


def test_notebooks(steered):
    result = takt.run(steered, until=0.2, step=1e-3)
    seen = Tags(result._repr_html_()).seen
    assert seen.count("svg") == 2 and "polyline" in seen  # the mechanism and a plot
    assert "svg" in Tags(steered._repr_html_()).seen
    for thing in (takt.Simulation(steered), takt.load("car-axle"), takt.run(Pendulum(), until=0.1, step=1e-3), four_bar(),
                  takt.methods(), takt.check("four-bar"), takt.compare("car-axle", "index1+heun+s_both2", until=0.05)):
        Tags(thing._repr_html_())


def test_names_bring_in_no_markup():
    model = takt.Model("<script>alert(1)</script>", description="<b>&amp;")
    model.body("a", mass=1)
    model.joint("j", "revolute", ["ground", "a"], at=[1, 0, 0])
    for thing in (model, model.load(), takt.run(model, until=0.01), takt.Simulation(model)):
        assert "<script" not in thing._repr_html_()


def test_small_plots_keep_extremes():
    from takt.display import _points

    t = np.linspace(0, 1, 100001)
    y = np.sin(40 * t)
    y[54321] = 9
    x, z = _points(t, y)
    assert len(x) <= 402 and z.max() == 9 and z.min() == y.min() and x[0] == 0 and x[-1] == 1


def test_tables_and_plots(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pytest.importorskip("pandas")
    result = takt.run("four-bar", until=0.1)
    frame = result.to_pandas()
    assert list(frame.columns) == result.columns[1:] and frame.index.name == "t" and frame.attrs["units"]["out.x"] == "m"
    assert np.array_equal(frame["out.x"], result["x"])
    ax = result.plot("x", "q.A")
    assert ax.get_xlabel() == "t [s]" and len(ax.lines) == 2 and ax.get_legend().get_texts()[0].get_text() == "x [m]"
    assert result.plot("y", ax=ax) is ax and len(ax.lines) == 3
    assert len(result.plot().lines) == 2
    comparison = takt.compare("car-axle", "index1+heun+s_both2", steps=["2ms", "4ms"], until=0.2)
    assert len(comparison.to_pandas()) == 2 and len(comparison.plot().lines) == 1
    with pytest.raises(takt.UnknownName):
        result.plot("nothing")


def test_without_matplotlib_and_pandas():
    code = """
import sys
sys.modules["matplotlib"] = sys.modules["pandas"] = None
import takt
result = takt.run("four-bar", until=0.01)
for f, word in ((result.plot, "python3-matplotlib"), (result.to_pandas, "python3-pandas")):
    try:
        f()
    except ImportError as e:
        assert word in str(e)
    else:
        sys.exit(1)
result._repr_html_()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_files(tmp_path):
    result = takt.run("iltis", until=0.1, every=1e-2, record="forces")
    result.save(tmp_path / "a.h5")
    again = takt.read(tmp_path / "a.h5")
    assert sorted(again.columns) == sorted(result.columns) and np.array_equal(again["z"], result["z"])
    assert again.summary["state_hash"] == result.summary["state_hash"] and again.units == result.units
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5") as f:
        assert f["out.z"].attrs["unit"] in ("m", b"m") and f.attrs["model"] in ("iltis", b"iltis") and "takt: 1" in str(f["model_text"][()])


def test_reports(tmp_path):
    page = tmp_path / "page.html"
    for thing in ("four-bar", four_bar(), takt.parse(four_bar().to_yaml()), "car-axle", Pendulum()):
        result = takt.run(thing, until=0.1, step=1e-3)
        try:
            result.report(page)
        except takt.Error as e:
            assert "without pages" in str(e) or "npm" in str(e)
            pytest.skip("built without pages")
        assert "</html>" in page.read_text()[-200:]


def test_progress(capfd, monkeypatch):
    import takt.progress

    monkeypatch.setattr(takt.progress, "LONG", 0.0)
    takt.run("four-bar", until=50, every=1, step=1e-3, progress=True)
    err = capfd.readouterr().err
    assert "of 50 s" in err and "#" in err
    takt.run("four-bar", until=1, step=1e-3)
    assert capfd.readouterr().err == ""  # this is no terminal


def test_commands():
    check = takt.check("iltis", modes=True)
    assert check["bodies"] == 14 and len(check["modes"]) > 10
    assert takt.check("double-wishbone-corner", equilibrium=False)["dof"]["true"] >= 1
    text = takt.explain("index1+heun+s_both2", "four-bar")
    assert "fits" in text and isinstance(text, str)
    certificate = takt.certify("four-bar", "index1+heun+s_both2", until=0.5)
    assert certificate["model"] == "four-bar" and "certif" in certificate.text.lower() or certificate.text
    advice = takt.tune("simple-pendulum", period="1ms", until=0.5, budget=4, methods=["ode+rk4", "ode+heun"])
    assert advice["recommended"] is not None and advice["trials"]
    assert set(takt.models()) >= {"iltis", "four-bar", "car-axle"}
