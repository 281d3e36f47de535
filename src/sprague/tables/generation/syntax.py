"""Python syntax trees of generated kernels: builders of expressions and statements (`linear`, `condition`, `assign`).

Generated code contains only integers from the rule and names that this module chooses. No text that a user wrote
becomes part of the generated code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from sprague.language.conditions import Chain, Condition, Not, Power
from sprague.language.expressions import Expression, Mod, Product
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.linear.terms import Linear

Variables = Mapping[str, str]  # maps each name in a rule to a local variable of the generated code

_OPERATORS: dict[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "//": ast.FloorDiv(),
    "%": ast.Mod(),
    "^": ast.BitXor(),
    "|": ast.BitOr(),
    "&": ast.BitAnd(),
    "<<": ast.LShift(),
    ">>": ast.RShift(),
}
_RELATIONS: dict[str, ast.cmpop] = {
    "<": ast.Lt(),
    "<=": ast.LtE(),
    "=": ast.Eq(),
    "!=": ast.NotEq(),
}


# Expressions


def name(text: str) -> ast.expr:
    """Return the syntax tree of an expression that reads a local variable of the generated code."""
    return ast.Name(text, ast.Load())


def number(value: int) -> ast.expr:
    """Return the syntax tree of an integer."""
    return ast.Constant(value)


def binary(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    """Return the syntax tree that combines two expressions by an arithmetic operator.

    >>> ast.unparse(binary(name("x"), "//", number(2)))
    'x // 2'
    """
    return ast.BinOp(left, _OPERATORS[operator], right)


def compare(left: ast.expr, relation: str, right: ast.expr) -> ast.expr:
    """Return the syntax tree that compares two expressions by <, <=, = or !=."""
    return ast.Compare(left, [_RELATIONS[relation]], [right])


def both(parts: Sequence[ast.expr]) -> ast.expr:
    """Return the syntax tree of the conjunction of one or more expressions."""
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), list(parts))


def call(function: str, *arguments: ast.expr) -> ast.expr:
    """Return the syntax tree that calls a function of the generated module."""
    return ast.Call(name(function), list(arguments), [])


def item(array: str, *places: ast.expr) -> ast.expr:
    """Return the syntax tree that reads an element of an array at nonnegative indices.

    The generated code converts indices to unsigned integers, because compiled code checks the sign of a signed index at
    each access.
    """
    return ast.Subscript(name(array), _index(places), ast.Load())


def _index(places: Sequence[ast.expr]) -> ast.expr:
    unsigned = [place if isinstance(place, ast.Constant) else call("uint64", place) for place in places]
    return unsigned[0] if len(unsigned) == 1 else ast.Tuple(unsigned, ast.Load())


def linear(term: Linear, variables: Variables) -> ast.expr:
    """Return the syntax tree of a linear term.

    >>> ast.unparse(linear(Linear.of("a") - 2 * Linear.of("k") - 1, {"a": "p0", "k": "c0"}))
    'p0 - 2 * c0 - 1'
    """
    # A positive term comes first, so that the expression does not begin with a minus sign.
    total: ast.expr | None = None
    for part, factor in sorted(term.coefficients, key=lambda one: one[1] < 0):
        scaled = name(variables[part])
        if total is None:
            total = scaled if factor == 1 else binary(number(factor), "*", scaled)
        else:
            scaled = scaled if abs(factor) == 1 else binary(number(abs(factor)), "*", scaled)
            total = binary(total, "+" if factor > 0 else "-", scaled)
    if total is None:
        return number(term.constant)
    if not term.constant:
        return total
    return binary(total, "+" if term.constant > 0 else "-", number(abs(term.constant)))


def expression(term: Expression, variables: Variables) -> ast.expr:
    """Return the syntax tree of a term with linear parts, residues and products."""
    total = linear(term.linear, variables)
    for function, factor in term.calls:
        arguments = [expression(argument, variables) for argument in function.arguments]
        if isinstance(function, Mod):
            value = binary(arguments[0], "%", number(function.modulus))
        else:
            assert isinstance(function, Product)
            value = reduce(lambda left, right: binary(left, "*", right), arguments)
        value = value if factor == 1 else binary(number(factor), "*", value)
        is_zero = isinstance(total, ast.Constant) and total.value == 0
        total = value if is_zero else binary(total, "+", value)
    return total


def condition(what: Condition, variables: Variables) -> ast.expr:
    """Return the syntax tree of an expression that is true if a condition of a move holds.

    >>> ast.unparse(condition(Chain.of(Linear.of(1), "<=", Linear.of("d"), "<", Linear.of("t")), {"d": "x", "t": "y"}))
    '1 <= x and x < y'
    """
    match what:
        case Chain():
            return both(
                [
                    compare(expression(link.left, variables), link.relation, expression(link.right, variables))
                    for link in what.links()
                ]
            )
        case Power():
            return call("is_power", expression(what.term, variables), number(what.base))
        case Square():
            return call("is_square", expression(what.term, variables))
        case Prime():
            return call("is_prime", expression(what.term, variables))
        case Divides():
            return call("divides", expression(what.divisor, variables), expression(what.number, variables))
        case Not():
            return ast.UnaryOp(ast.Not(), condition(what.atom, variables))


# Statements


def assign(target: str, value: ast.expr) -> ast.stmt:
    """Return the syntax tree of a statement that assigns a value to a local variable."""
    return ast.Assign([ast.Name(target, ast.Store())], value)


def store(array: str, places: Sequence[ast.expr], value: ast.expr) -> ast.stmt:
    """Return the syntax tree of a statement that writes an element of an array at nonnegative indices."""
    return ast.Assign([ast.Subscript(name(array), _index(places), ast.Store())], value)


def increase(target: str) -> ast.stmt:
    """Return the syntax tree of a statement that adds 1 to a local variable."""
    return ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), number(1))


def when(test: ast.expr, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt] = ()) -> ast.stmt:
    """Return the syntax tree of an `if` statement."""
    return ast.If(test, list(body), list(otherwise))


def break_if(test: ast.expr) -> ast.stmt:
    """Return the syntax tree of a statement that ends the innermost loop if an expression is true."""
    return when(test, [ast.Break()])


def loop(variable: str, first: ast.expr, end: ast.expr, body: Sequence[ast.stmt]) -> ast.stmt:
    """Return the syntax tree of a `for` loop over the integers from `first` up to, but not including, `end`."""
    target = ast.Name(variable, ast.Store())
    return ast.For(target, call("range", first, end), list(body), [])


def repeat(test: ast.expr, body: Sequence[ast.stmt]) -> ast.stmt:
    """Return the syntax tree of a `while` loop of a generated kernel."""
    return ast.While(test, list(body), [])


def give(value: ast.expr) -> ast.stmt:
    """Return the syntax tree of a `return` statement of a generated kernel."""
    return ast.Return(value)


def run(value: ast.expr) -> ast.stmt:
    """Return the syntax tree of a statement that evaluates an expression, usually a call."""
    return ast.Expr(value)


def function(title: str, parameters: Iterable[str], body: Sequence[ast.stmt]) -> ast.Module:
    """Return the syntax tree of a module that contains one function with the given parameters and statements."""
    # Parse a fixed text, because the fields of syntax trees differ between versions of Python.
    module = ast.parse("def kernel(): pass")
    defined = module.body[0]
    assert isinstance(defined, ast.FunctionDef)
    defined.name, defined.body = title, list(body)
    defined.args.args = [ast.arg(parameter) for parameter in parameters]
    return ast.fix_missing_locations(module)
