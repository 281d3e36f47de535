"""The laboratory in a real browser: from a rule that is typed to a theorem whose certificate is verified."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, expect

import sprague
from sprague.language.condition_parser import FORMULA_WORDS
from sprague.language.question_parser import QUESTION_WORDS
from sprague.language.rule_parser import KEYWORDS
from sprague.language.statements import Statement
from tests.web.browsing import PHONE, is_too_wide, opened, violations

NIM = "(a, b) -> (u, b) where u < a any order"


def laboratory(page: Page, **request: str) -> None:
    page.goto(f"/laboratory?{urlencode(request)}" if request else "/laboratory")
    expect(page.get_by_role("textbox", name="Rule")).to_be_visible()


def type_rule(page: Page, rule: str) -> None:
    page.get_by_role("textbox", name="Rule").fill(rule)


def test_from_a_rule_to_a_theorem_whose_certificate_is_verified(page: Page, tmp_path: Path) -> None:
    laboratory(page)
    type_rule(page, NIM)
    expect(page.locator(".words")).to_contain_text("The order of the piles does not matter")
    expect(page.locator(".live-map canvas")).to_be_visible()
    page.get_by_role("button", name="Discover").click()
    theorem = page.locator(".theorem")
    expect(theorem.locator(".badge")).to_have_text("Proved for all positions")
    expect(theorem.locator(".statement")).to_contain_text("a = b")
    expect(theorem.get_by_role("img", name="Automaton")).to_be_visible()
    expect(theorem.locator(".members li").nth(1)).to_have_text("(1, 1)")
    with page.expect_download() as download:
        theorem.get_by_role("link", name="Download the certificate").click()
    certificate = tmp_path / "certificate.json"
    download.value.save_as(certificate)
    assert "a = b" in str(sprague.verify(certificate))
    assert violations(page) == []
    # The address holds the rule and the question: whoever opens it sees the same.
    page.goto(page.url)
    expect(theorem.locator(".badge")).to_have_text("Proved for all positions")
    theorem.get_by_text("The same on the command line").click()
    expect(theorem.locator(".same")).to_contain_text("sprague discover '(a, b) -> (u, b) where u < a any order'")
    # What is proved can be marked on the map.
    page.goto(f"/explorer?{urlencode({'game': NIM, 'limit': 16})}")
    page.get_by_label("Show the proved P-positions").check()
    expect(page.get_by_role("region", name="Legend")).to_contain_text("proved P")


def test_an_error_is_underlined_at_its_character(page: Page) -> None:
    laboratory(page, rule=NIM)
    expect(page.locator(".words")).to_be_visible()
    type_rule(page, "(a, b) -> (u, b) where u < ? any order")
    expect(page.locator(".wrong")).to_have_text("?")
    expect(page.locator("#rule-problem")).to_contain_text("found '?'")
    expect(page.get_by_role("textbox", name="Rule")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Go to line 1, column 28").click()
    page.wait_for_function("document.activeElement.selectionStart == 27 && document.activeElement.selectionEnd == 28")
    # What was understood last stays, and is seen to be old.
    expect(page.locator(".rule-read.old")).to_contain_text("The order of the piles does not matter")
    assert violations(page) == []
    type_rule(page, NIM)
    expect(page.locator(".wrong")).to_have_count(0)
    expect(page.locator(".old")).to_have_count(0)


def test_a_formula_is_refuted_by_a_position(page: Page) -> None:
    laboratory(page, rule=NIM, do="check", formula="a = 0")
    expect(page.locator(".theorem .badge")).to_have_text("Refuted")
    expect(page.locator(".theorem")).to_contain_text("Counterexample: (0, 1)")
    expect(page.locator(".theorem .sentences")).to_have_text("The claim is wrong about 0,1.")
    page.get_by_role("link", name="Show it on the board").click()
    expect(page.locator(".status .position")).to_have_text("0,1")


def test_a_column_program_is_a_table_and_functions_are_defined(page: Page) -> None:
    laboratory(page, rule=NIM, do="check", formula="columns { start: even ones -> start }")
    table = page.get_by_role("region", name="Column program")
    expect(table.get_by_role("columnheader")).to_have_text(["stage", "column of digits", "next stage"])
    expect(table.get_by_role("cell")).to_have_text(["start", "an even number of ones", "start"])
    expect(page.locator(".statement")).to_contain_text("accepted by this column program")
    assert violations(page) == []
    laboratory(page, rule=NIM, do="check", formula="xor = 0")
    expect(page.locator(".theorem .sentences").first).to_contain_text("Here xor is the nim-sum")


def test_an_error_in_a_formula_points_at_its_character(page: Page) -> None:
    laboratory(page, rule=NIM, do="check", formula="a = d")
    expect(page.locator("#formula-problem")).to_contain_text("found 'd'")
    expect(page.locator(".task-bar .wrong")).to_have_text("d")


def test_periods_and_tables(page: Page) -> None:
    laboratory(page, rule="n -> n - k where k in {1, 3, 4}", do="period")
    expect(page.locator(".theorem .badge")).to_have_text("Proved for all positions")
    expect(page.locator(".theorem tbody")).to_contain_text("7")
    page.get_by_text("Tabulate", exact=True).click()
    page.get_by_label("Piles below").fill("50")
    page.get_by_role("button", name="Tabulate").click()
    expect(page.locator(".statement")).to_contain_text("50 positions with piles below 50; the largest value is 3")


def test_a_question_is_answered_and_its_certificate_verified(page: Page, tmp_path: Path) -> None:
    laboratory(page, rule=NIM)
    page.get_by_text("Ask", exact=True).click()
    expect(page.get_by_role("button", name="Ask")).to_be_disabled()
    page.get_by_role("button", name="Does every a have exactly one P-position (a, b)?").click()
    expect(page.get_by_role("textbox", name="Question")).to_have_value("all a: exists unique b: P(a, b)")
    page.get_by_role("button", name="Ask").click()
    answer = page.locator(".answer")
    expect(answer.locator(".badge")).to_have_text("Yes, proved")
    page.get_by_role("textbox", name="Question").fill("all a, b: P(a, b) implies a > 0")
    page.get_by_role("button", name="Ask").click()
    expect(answer.locator(".badge")).to_have_text("No, proved")
    expect(answer.locator(".numbers")).to_have_text("a = 0, b = 0")
    expect(answer.get_by_role("link", name="Show (0, 0) on the board")).to_be_visible()
    with page.expect_download() as download:
        answer.get_by_role("link", name="Download the certificate").click()
    certificate = tmp_path / "certificate.json"
    download.value.save_as(certificate)
    assert "is no" in str(sprague.verify(certificate))
    # The address holds the question.
    page.goto(page.url)
    expect(answer.locator(".badge")).to_have_text("No, proved")
    assert violations(page) == []


def test_a_question_about_another_game_is_answered_by_a_set(page: Page) -> None:
    laboratory(page, rule=NIM, do="ask", question="P(a, b) and W.P(a + i, b)", let="W = wythoff")
    answer = page.locator(".answer")
    expect(answer.locator(".badge")).to_have_text("Infinitely many (a, b, i), proved")
    expect(answer.locator(".numbers")).to_contain_text("(0, 0, 0), (1, 1, 1)")
    expect(page.get_by_role("textbox", name="Other games and sets")).to_have_value("W = wythoff")
    page.get_by_role("textbox", name="Question").fill("P(a, b) and a < 3")
    page.get_by_role("button", name="Ask").click()
    expect(answer.locator(".badge")).to_have_text("Exactly 3 (a, b), proved")
    expect(answer.locator(".members li")).to_have_text(["(0, 0)", "(1, 1)", "(2, 2)"])
    expect(answer.locator(".counts")).to_contain_text("a + b")
    assert violations(page) == []


def test_mistakes_in_questions_are_shown_and_undecided_questions_explained(page: Page) -> None:
    laboratory(page, rule=NIM, do="ask", question="P(a, b) and ?")
    expect(page.locator("#question-problem")).to_contain_text("found '?'")
    expect(page.locator(".ask-form .wrong")).to_have_text("?")
    laboratory(page, rule="wythoff", do="ask", question="P(a, b) and (a xor b) = 1")
    expect(page.locator(".answer .badge")).to_have_text("Undecided")
    expect(page.locator(".answer .statement")).to_contain_text("different digits")


def test_a_job_is_cancelled(waiting_page: Page) -> None:
    laboratory(waiting_page, rule=NIM)
    expect(waiting_page.locator(".words")).to_be_visible()
    for task in ("Discover", "Ask"):
        waiting_page.get_by_text(task, exact=True).first.click()
        if task == "Ask":
            waiting_page.get_by_role("textbox", name="Question").fill("exists a: P(a, a)")
        waiting_page.get_by_role("button", name=task).click()
        expect(waiting_page.locator(".working")).to_be_visible()
        waiting_page.get_by_role("button", name="Cancel").click()
        expect(waiting_page.locator(".results")).to_contain_text("Cancelled")
        expect(waiting_page.get_by_role("button", name=task)).to_be_enabled()


def test_every_example_is_a_rule_and_its_formula_is_one(page: Page) -> None:
    laboratory(page)
    examples = page.evaluate("async () => (await import('/js/laboratory/examples.js')).EXAMPLES")
    assert examples
    for example in examples:
        game = sprague.game(example["rule"])
        if example["formula"]:
            Statement.read_claim(game, example["formula"])


def test_the_words_of_the_notation_are_those_of_the_library(page: Page) -> None:
    laboratory(page)
    words = page.evaluate("async () => [...(await import('/js/laboratory/highlight.js')).KEYWORDS]")
    assert set(words) == KEYWORDS
    more = page.evaluate("async () => [...(await import('/js/laboratory/highlight.js')).QUESTION_WORDS]")
    assert set(more) == QUESTION_WORDS - FORMULA_WORDS


def test_the_laboratory_fits_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, touch=True) as page:
        laboratory(page, rule="(a, b, c) -> (u, b, c) where u < a any order", do="discover")
        expect(page.locator(".theorem")).to_be_visible()
        assert violations(page) == []
        assert not is_too_wide(page)
        laboratory(page, rule=NIM, do="ask", question="P(a, b) and P(a, c + 2 * a) and a + b + c + d > 100 and d < a")
        expect(page.locator(".answer")).to_be_visible()
        page.get_by_text("The language of questions").click()
        assert violations(page) == []
        assert not is_too_wide(page)


def test_the_rule_in_the_editor_is_played(page: Page) -> None:
    page.goto("/laboratory?rule=(a, b) -> (a - 1, b) any order&misere=1")
    page.get_by_role("link", name="Play this rule").click()
    expect(page.locator(".table")).to_be_visible()
    expect(page.get_by_role("heading", name="Your own game")).to_be_visible()
    expect(page.get_by_text("misère: last move loses")).to_be_visible()
