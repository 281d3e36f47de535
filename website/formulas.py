"""A Markdown extension that converts formulas between dollar signs to MathML, which browsers draw without scripts."""

from __future__ import annotations

from html import unescape
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element
from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

LENGTH_OF_BRACKETS = 2  # length of \( and \), or of \[ and \], which arithmatex puts around a formula


class Formulas(Extension):
    """An extension that converts the formulas found by `pymdownx.arithmatex` to MathML."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.treeprocessors.register(_ToMathML(md), "mathml", 0)


class _ToMathML(Treeprocessor):
    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.get("class") == "arithmatex" and element.text:
                latex, alone = element.text[LENGTH_OF_BRACKETS:-LENGTH_OF_BRACKETS], element.tag == "div"
                element.text = ""
                # Arithmatex escapes display formulas and does not escape inline formulas.
                element.append(mathml(unescape(latex) if alone else latex, alone))


def mathml(latex: str, alone: bool = False) -> Element:
    """Return a LaTeX formula as MathML, as a display formula if `alone` is true, otherwise inline.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(mathml("x^2")).decode()
    '<math display="inline"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>'
    """
    found: Element = convert_to_element(latex, display="block" if alone else "inline")
    # MathML in HTML needs no namespace, and Markdown would write the namespace incorrectly.
    del found.attrib["xmlns"]
    for part in found.iter():
        part.text = unescape(part.text) if part.text else part.text
    return found


def makeExtension(**settings: object) -> Formulas:  # noqa: N802 (Markdown's name)
    """Return the extension; Markdown calls this function."""
    return Formulas(**settings)
