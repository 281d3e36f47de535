"""Formulas between dollars, as MathML, which browsers draw themselves: no script, no fonts of our own."""

from __future__ import annotations

from html import unescape
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element
from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

LENGTH_OF_BRACKETS = 2  # \( and \), or \[ and \], which arithmatex puts around a formula


class Formulas(Extension):
    """What `pymdownx.arithmatex` has found, made MathML."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.treeprocessors.register(_ToMathML(md), "mathml", 0)


class _ToMathML(Treeprocessor):
    def run(self, root: Element) -> None:
        for element in root.iter():
            if element.get("class") == "arithmatex" and element.text:
                latex, alone = element.text[LENGTH_OF_BRACKETS:-LENGTH_OF_BRACKETS], element.tag == "div"
                element.text = ""
                # Arithmatex escapes what stands alone, and nothing else.
                element.append(mathml(unescape(latex) if alone else latex, alone))


def mathml(latex: str, alone: bool = False) -> Element:
    """A formula as MathML, standing alone or within a line.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(mathml("x^2")).decode()
    '<math display="inline"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>'
    """
    found: Element = convert_to_element(latex, display="block" if alone else "inline")
    # HTML knows MathML without its namespace, which Markdown would not write as HTML has it.
    del found.attrib["xmlns"]
    for part in found.iter():
        part.text = unescape(part.text) if part.text else part.text
    return found


def makeExtension(**settings: object) -> Formulas:  # noqa: N802 (Markdown's name)
    """The extension, as Markdown asks for it."""
    return Formulas(**settings)
