"""Rules as LaTeX: the expected text, which TeX accepts."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from matplotlib.mathtext import MathTextParser

from sprague.games import catalogue
from sprague.rules import Ruleset, parse
from tests.layers import sample
from tests.waiting import LONGEST

NAMES = {
    "a": "a",
    "n_R": "n_{R}",
    "x1": "x_{1}",
    "x_1": "x_{1}",
    "x12": "x_{12}",
    "a'": "a'",
    "x1''": "x_{1}''",
    "alpha": r"\mathrm{alpha}",
    "word": r"\mathrm{word}",
    "f2a": r"\mathrm{f2a}",
    "foo_bar": r"\mathrm{foo}_{\mathrm{bar}}",
    "x_max'": r"x_{\mathrm{max}}'",
    "n_R_2": r"n_{\mathrm{R,2}}",
    "α": r"\alpha",
    "λ'": r"\lambda'",
    "β1": r"\beta_{1}",
    "ω_R": r"\omega_{R}",
}
# Names of which it only matters that TeX takes them.
ODD_NAMES = ["a_", "a__", "a_'", "x1_", "a__b", "foo_", "αb", "B_", *"βγδεζηθικμνξοπρςστυφχψ"]
EVERY_PART = (
    "({0}, q | t) -> ({0} - 2k, q | f(k)) where {0} >= 2, {0} != 3, k <= q < 9, ({0} + k) mod 3 = 1, k power of 2 "
    "; (q, {0} | t) where t mod 2 > 0 any order of {0} piles >= 1 stop when ({0} = 1, q = 2) or {0} = q win when q = 5"
)


def rules() -> dict[str, Ruleset]:
    rules = {game.name: game() for game in catalogue()}
    named = {f"name {name}": parse(EVERY_PART.format(name), {"f": abs}) for name in [*NAMES, *ODD_NAMES]}
    return rules | named


RULES = rules()

WRITTEN: list[tuple[str, list[str]]] = [
    (
        "(a, b) -> (u, b) where u < a any order",
        [r"(a, b) &\to (u, b) && \text{where } u < a \\", r"&& & \text{piles in any order}"],
    ),
    (
        "(x1, x2) -> (x1 - 2, x2) ; (x1 - k, x2 + k) where 1 <= k <= x1, k != 3",
        [
            r"(x_{1}, x_{2}) &\to (x_{1} - 2, x_{2}) \\",
            r"&\to (x_{1} - k, k + x_{2}) && \text{where } 1 \leq k \leq x_{1},\ k \neq 3",
        ],
    ),
    (
        "(n_R, n_B | t) -> (n_R - d, n_B | 2d - 1) where d >= 1 any order of n_R piles >= 1 stop when n_R + n_B <= 3",
        [
            r"(n_{R}, n_{B} \mid t) &\to (n_{R} - d, n_{B} \mid 2d - 1) && \text{where } d \geq 1 \\",
            r"&& & n_{R}\text{ in any order} \\",
            r"&& & \text{every pile at least } 1 \\",
            r"&& & \text{play stops when } n_{B} + n_{R} \leq 3",
        ],
    ),
    (
        "(red, b') -> (red - k, b') where k power of 3 win when (red mod 2 = 0, b' > 1) or (red + b') mod 3 = 1",
        [
            r"(\mathrm{red}, b') &\to (\mathrm{red} - k, b') && \text{where } k \in \{1, 3, 3^2, \ldots\} \\",
            r"&& & \text{a player wins by reaching } \mathrm{red} \text{ is even},\ b' > 1 \text{ or } "
            r"(b' + \mathrm{red}) \bmod 3 = 1",
        ],
    ),
]


@pytest.mark.parametrize(("rule", "lines"), WRITTEN)
def test_a_rule_is_written_as_a_paper_would(rule: str, lines: list[str]) -> None:
    assert parse(rule).latex().split("\n") == [r"\begin{align*}", *lines, r"\end{align*}"]


@pytest.mark.parametrize(("name", "written"), NAMES.items())
def test_a_name_gets_its_subscript_or_stands_upright(name: str, written: str) -> None:
    assert parse(f"({name}) -> (2{name} - 1)").latex().split("\n")[1] == rf"({written}) &\to (2{written} - 1)"


@pytest.mark.parametrize("name", sample(RULES, 5))
def test_every_line_is_mathematics(name: str) -> None:
    parser = MathTextParser("path")
    first, *lines, last = RULES[name].latex().split("\n")
    assert (first, last) == (r"\begin{align*}", r"\end{align*}")
    for line in lines:
        # matplotlib knows the mathematics, not the environment: no columns, no line ends, no \text.
        mathematics = line.removesuffix(r" \\").replace("&", "")
        mathematics = re.sub(r"\\text\{([^{}]*)\}", r"\\mathrm{\1}", mathematics).replace(r"\bmod", r"\mathrm{mod}")
        assert "_ " not in mathematics
        parser.parse(f"${mathematics}$")


def test_the_check_of_a_line_can_fail() -> None:
    with pytest.raises(ValueError, match="Expected"):
        MathTextParser("path").parse("$n_{R \\leq 3$")


@pytest.mark.usefixtures("latex")
def test_tex_sets_every_rule(tmp_path: Path) -> None:
    body = "\n\n".join(rule.latex() for rule in RULES.values())
    assert compiles(body, tmp_path)


@pytest.mark.usefixtures("latex")
def test_tex_refuses_a_broken_rule(tmp_path: Path) -> None:
    assert not compiles(RULES["nim"].latex().replace("&", r"\nothing &", 1), tmp_path)


def compiles(body: str, folder: Path) -> bool:
    document = f"\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (folder / "rules.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "rules.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=LONGEST, check=False)
    return done.returncode == 0
