"""`question_certificate`: the answer to a question as a JSON object that the independent checker verifies.

The object has the format `sprague-question` (docs/certificate-format.md). The certificate contains the certificates of
the theorems that the question uses, the definitions of its sets, the question as a syntax tree, and the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.automata.serialization import to_data
from sprague.certificates.names import Names
from sprague.certificates.trees import names_in, write_formula, write_rule
from sprague.certificates.writer import CertificateData
from sprague.language.question_parser import Question, parse_question
from sprague.queries.predicates import VALUE, N, P, Predicates
from sprague.version import __version__

FORMAT, VERSION = "sprague-question", 1


def question_certificate(
    question: Question,
    predicates: Predicates,
    numeration: Numeration,
    answer: bool | Automaton,
    formula: str | None = None,
) -> CertificateData:
    """Return the certificate of an answer, a JSON object that `sprague verify` checks independently.

    Args:
        question: The question.
        predicates: The games and sets that the question names, with the theorems that were used.
        numeration: The numeration of the automata.
        answer: True or False, or the automaton of the set for a question with free names.
        formula: A formula for the set, if there is one.
    """
    games = _Games(predicates)
    sets = [games.define(name) for name in predicates.used(question.formula)]
    names = Names(names_in(question.formula))
    found: CertificateData = {
        "format": FORMAT,
        "version": VERSION,
        "numeration": list(numeration.recurrence),
        "games": games.written,
        "sets": sets,
        "names": [names[name] for name in question.names],
        "question": write_formula(question.formula, names),
    }
    if isinstance(answer, Automaton):
        found["answer"] = {"automaton": to_data(answer)}
        if formula is not None:
            # Parse the formula as a question, because only questions allow `in some order of …:`.
            read = parse_question(formula, {}).formula
            found["answer"]["formula"] = write_formula(read, names.extended(names_in(read)))
    else:
        found["answer"] = answer
    found["quotations"] = {"program": f"sprague {__version__}", "title": question.text}
    return found


@dataclass
class _Games:
    """The games of a certificate: the rules and theorems that the sets of a question refer to."""

    predicates: Predicates
    written: list[CertificateData] = field(default_factory=list)
    # maps a game, a kind of theorem and a play convention to the index of the game in the certificate
    places: dict[tuple[str, str, bool], int] = field(default_factory=dict)

    def define(self, name: str) -> dict[str, Any]:
        """Return the definition of a set of the question, and add its game to the certificate."""
        if name in self.predicates.sets:
            known = self.predicates.sets[name]
            names = Names([*known.names, *names_in(known.question.formula)])
            return {
                "name": name,
                "names": [names[one] for one in known.names],
                "formula": write_formula(known.question.formula, names),
            }
        reference = self.predicates.reference(name)
        found: dict[str, Any] = {"name": name, "predicate": reference.kind}
        game = self.predicates.games[reference.game]
        misere = game.misere if reference.misere is None else reference.misere
        if reference.kind in (P, N, VALUE):
            key = (reference.game, VALUE, False) if reference.kind == VALUE else (reference.game, P, misere)
            if key not in self.places:
                certificate = self.predicates.theorems[key].proof.certificate()
                for part in ("claims", "quotations"):
                    certificate.pop(part, None)
                self.add(key, certificate)
            if reference.number is not None:
                found["value"] = reference.number
        else:
            key = next((one for one in self.places if one[0] == reference.game), (reference.game, "", False))
            if key not in self.places:
                self.add(key, {"rule": write_rule(game.rule)})
        return {**found, "game": self.places[key]}

    def add(self, key: tuple[str, str, bool], data: CertificateData) -> None:
        """Add a game or theorem to the certificate."""
        self.places[key] = len(self.written)
        self.written.append(data)
