"""The lessons in a real browser: every step is completed as a student would, with answers from the naive oracle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.oracle import Oracle, Position
from tests.web.browsing import PHONE, SMALL_PHONE, is_too_wide, opened, violations


def nim(position: Position) -> Iterator[Position]:
    """Take any number of chips from one pile."""
    for place, pile in enumerate(position):
        for left in range(pile):
            yield (*position[:place], left, *position[place + 1 :])


def take_up_to(*most: int) -> Callable[[Position], Iterator[Position]]:
    """Take up to this many chips from the first pile, from the second pile, and so on."""
    return lambda position: (
        option for option in nim(position) if sum(position) - sum(option) <= most[_pile(position, option)]
    )


def wythoff(position: Position) -> Iterator[Position]:
    """Take any number of chips from one pile, or the same number from both."""
    yield from nim(position)
    for chips in range(1, min(position) + 1):
        yield tuple(pile - chips for pile in position)


def kayles(position: Position) -> Iterator[Position]:
    """Knock down one pin of a row, or two pins next to each other."""
    for place, row in enumerate(position):
        for pins in (1, 2):
            for left in range(row - pins + 1):
                yield (*position[:place], left, row - pins - left, *position[place + 1 :])


def _pile(position: Position, option: Position) -> int:
    return next(place for place, pile in enumerate(position) if option[place] != pile)


#: Titles of the steps with a board or a table, with their games.
GAMES = {
    "Take 1, 2 or 3 chips": take_up_to(3),
    "Use it": take_up_to(3),
    "A table for two piles": wythoff,
    "Use the table": wythoff,
    "Grundy values": take_up_to(2),
    "Play the sum": take_up_to(2, 3),
    "Games that split": kayles,
}
#: The right answers of the steps with a question.
ANSWERS = {
    "Who wins?": "The computer wins",
    "P-positions and N-positions": "A P-position",
    "See the pattern": "The multiples of 4",
    "Two games at once": "Only in 1 and 2",
    "The meaning of 0": "The P-positions",
}
STEPS = {"nim": 14, "positions": 7, "values": 8}


def title(page: Page) -> str:
    return page.locator("#step-title").inner_text()


def is_done(page: Page) -> None:
    expect(page.locator(".goal .badge")).to_have_text("done")


def piles(page: Page) -> Position:
    return tuple(int(text) for text in page.locator(".play .count").all_inner_texts())


def make(page: Page, before: Position, after: Position) -> None:
    """Click the chips that a move takes away."""
    for place, (pile, left) in enumerate(zip(before, after, strict=True)):
        if left < pile:
            page.locator(f'.pile[data-place="{place}"] [data-level="{left}"]').click()


def winning(page: Page) -> tuple[Position, Position]:
    """Return the position on the board and an option that the opponent loses."""
    game, is_misere = Oracle(GAMES.get(title(page), nim)), page.locator(".status", has_text="loses").count() == 1
    before = piles(page)
    return before, next(option for option in game.options(before) if game.outcome(option, is_misere) == "P")


def win(page: Page) -> None:
    """Win the match of a step."""
    status = page.locator(".play .status strong")
    expect(status).to_have_text("Your move")
    while status.inner_text() != "You win":
        before, after = winning(page)
        make(page, before, after)
        page.wait_for_function(
            "before => { const words = document.querySelector('.play .status strong').textContent;"
            " const now = [...document.querySelectorAll('.play .count')].map(one => one.textContent).join();"
            " return words === 'You win' || words === 'Your move' && now !== before }",
            arg=",".join(map(str, before)),
        )
        expect(page.locator(".offer.question")).to_have_count(0)


def move(page: Page) -> None:
    """Make one move, a winning one if there is one."""
    before = piles(page)
    game = Oracle(nim)
    make(page, before, min(nim(before), key=lambda option: game.outcome(option) == "N"))


def choose_groups(page: Page) -> None:
    for number in count(1):
        pile = int(re.findall(r"\d+", page.locator(".question").inner_text())[0])
        for group in (4, 2, 1):
            if pile & group:
                page.get_by_role("button", name=f"A group of {group}").click()
        expect(page.locator(".reply")).to_contain_text(f"{pile} = ")
        if number == 4:
            return
        page.get_by_role("button", name="Next pile").click()


def mark_columns(page: Page) -> None:
    while True:
        values = [int(text) for text in page.locator(".quiz-columns th[scope=row] strong").all_inner_texts()]
        for weight in (4, 2, 1):
            if sum(bool(value & weight) for value in values) % 2:
                page.get_by_role("button", name=f"even: column {weight}").click()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".reply")).to_contain_text("Right.")
        further = page.get_by_role("button", name="Next position")
        if not further.count():
            return
        further.click()


def choose_mex(page: Page) -> None:
    while True:
        inside = {int(number) for number in re.findall(r"\d+", page.locator(".question").inner_text())}
        least = next(number for number in count() if number not in inside)
        page.get_by_role("button", name=str(least), exact=True).click()
        expect(page.locator(".reply")).to_contain_text("Right.")
        further = page.get_by_role("button", name="Next set")
        if not further.count():
            return
        further.click()


def label(page: Page) -> None:
    game = Oracle(GAMES[title(page)])
    expect(page.locator(".labels")).to_be_visible()
    while page.locator(".quiz .question").count():
        question = page.locator(".quiz .question").inner_text()
        position = tuple(map(int, re.findall(r"\d+", question)))
        answer = game.outcome(position) if "P-position" in question else str(game.grundy(position))
        page.locator(".quiz .choices").get_by_role("button", name=answer, exact=True).click()
        expect(page.locator(".reply")).to_contain_text("Right.")
        expect(page.get_by_text(question)).to_have_count(0)


def complete(page: Page) -> None:
    """Complete the step that the page shows."""
    expect(page.locator(".play .pile, .quiz .question, .links-task").first).to_be_visible()
    if page.locator(".play").count():
        (win if page.locator(".status .badge").count() else move)(page)
    elif page.locator(".labels").count():
        label(page)
    elif title(page) in ANSWERS:
        page.get_by_role("button", name=ANSWERS[title(page)]).click()
    else:
        kinds = {"Groups": choose_groups, "Columns": mark_columns, "Mex": choose_mex}
        kinds[page.locator(".quiz").get_attribute("aria-label") or ""](page)
    is_done(page)


@pytest.mark.parametrize("lesson", STEPS)
def test_every_step_of_a_lesson_can_be_completed(page: Page, lesson: str) -> None:
    page.goto(f"/learn?lesson={lesson}")
    for _ in range(STEPS[lesson] - 1):
        complete(page)
        assert violations(page) == []
        before = title(page)
        page.get_by_role("link", name="Next step").click()
        expect(page.locator("#step-title")).not_to_have_text(before)
        expect(page.locator("#step-title")).to_be_focused()
    expect(page.locator(".links-task a").first).to_be_visible()
    expect(page.get_by_role("link", name="Next step")).to_have_count(0)
    assert violations(page) == []
    current = page.get_by_role("navigation", name="Lessons").locator("[aria-current]")
    expect(current).to_contain_text(f"{STEPS[lesson] - 1} of {STEPS[lesson]} steps")


def test_the_last_step_leads_to_the_laboratory(page: Page) -> None:
    page.goto("/learn?lesson=nim&step=own")
    page.get_by_role("link", name="Take 1 or 3 chips").click()
    expect(page.get_by_role("textbox", name="Rule")).to_have_value("(a, b) -> (a - 1, b) ; (a - 3, b) any order")
    page.go_back()
    expect(page.locator(".dots .done")).to_have_count(1)


def test_progress_is_stored_and_cleared(page: Page) -> None:
    page.goto("/learn?lesson=1&step=4")
    page.get_by_role("button", name="I win").click()
    expect(page.locator(".reply")).to_contain_text("Not yet.")
    expect(page.locator(".goal .badge")).to_have_text("your task")
    page.get_by_role("button", name="The computer wins").click()
    is_done(page)
    page.get_by_role("link", name="Next step").click()
    expect(page).to_have_url(re.compile("lesson=nim&step=groups"))
    page.go_back()
    expect(page.locator("#step-title")).to_have_text("Who wins?")
    page.goto("/learn")
    expect(page.locator("#step-title")).to_have_text("The rule of Nim")
    expect(page.locator(".dots .done")).to_have_count(1)
    page.get_by_role("button", name="Clear my progress").click()
    expect(page.locator(".dots .done")).to_have_count(0)
    page.reload()
    expect(page.locator("#step-title")).to_be_visible()
    expect(page.locator(".dots .done")).to_have_count(0)


def test_a_move_that_gives_the_win_away_is_explained_and_taken_back(page: Page) -> None:
    page.goto("/learn?lesson=nim&step=perfect")
    make(page, (3, 4, 5), (0, 4, 5))
    expect(page.locator(".offer.question")).to_contain_text("A column was odd after your move")
    page.get_by_role("button", name="Take back my move").click()
    expect(page.locator(".play .count")).to_have_text(["3", "4", "5"])
    win(page)
    is_done(page)


@pytest.mark.parametrize("step", ["perfect", "alone"])
def test_a_student_who_follows_the_text_wins_against_perfect(page: Page, step: str) -> None:
    """The text says: remove the group of the largest odd column from a pile, then repair the smaller columns there."""
    page.goto(f"/learn?lesson=nim&step={step}")
    status = page.locator(".play .status strong")
    for _ in range(9):
        expect(status).to_have_text(re.compile("^(Your move|You win)$"))
        if status.inner_text() == "You win":
            break
        before = piles(page)
        odd = [group for group in (4, 2, 1) if sum(bool(pile & group) for pile in before) % 2]
        place = max(place for place, pile in enumerate(before) if pile & odd[0])
        left = before[place] - odd[0]
        for group in odd[1:]:
            left += -group if left & group else group
        page.locator(f'.pile[data-place="{place}"] [data-level="{left}"]').click()
        expect(page.locator(".play .count").nth(place)).not_to_have_text(str(before[place]))
        expect(page.locator(".offer.question")).to_have_count(0)
    expect(status).to_have_text("You win")
    is_done(page)


def test_a_wrong_repair_is_explained_and_taken_back(page: Page) -> None:
    page.goto("/learn?lesson=nim&step=two")
    make(page, (1, 4, 6), (1, 4, 4))
    expect(page.locator(".offer.question")).to_contain_text("a column is odd")
    expect(page.locator(".goal .badge")).to_have_text("your task")
    page.get_by_role("button", name="Take back my move").click()
    make(page, (1, 4, 6), (1, 4, 5))
    is_done(page)


def test_columns_change_with_the_move_under_the_pointer(page: Page) -> None:
    page.goto("/learn?lesson=nim&step=perfect")
    odd = page.locator(".columns tfoot .odd")
    expect(odd).to_have_text(["1 odd"])
    page.locator('.pile[data-place="0"] [data-level="1"]').hover()
    expect(odd).to_have_count(0)
    page.locator('.pile[data-place="0"] [data-level="0"]').hover()
    expect(odd).to_have_count(1)


def test_wrong_labels_are_explained(page: Page) -> None:
    page.goto("/learn?lesson=positions&step=take")
    labels = page.locator(".quiz .choices")
    labels.get_by_role("button", name="N", exact=True).click()
    expect(page.locator(".reply")).to_contain_text("Who made the last move?")
    labels.get_by_role("button", name="P", exact=True).click()
    labels.get_by_role("button", name="P", exact=True).click()
    expect(page.locator(".reply")).to_contain_text("Is there a move from 1 to a P-position?")
    expect(page.locator(".labels .is-P")).to_have_count(1)
    page.goto("/learn?lesson=values&step=label")
    labels.get_by_role("button", name="1", exact=True).click()
    expect(page.locator(".reply")).to_contain_text("a smaller number is missing, too")
    labels.get_by_role("button", name="0", exact=True).click()
    labels.get_by_role("button", name="0", exact=True).click()
    expect(page.locator(".reply")).to_contain_text("leads to the value 0, so 0 is not missing")


def test_a_lesson_is_completed_by_keyboard(page: Page) -> None:
    page.goto("/learn?lesson=nim&step=equal")
    expect(page.locator(".pile").first).to_be_visible()
    while title(page) != "Who wins?":
        expect(page.locator(".play .status strong")).to_have_text(re.compile("Your move|You win"))
        if page.locator(".status.won").count():
            page.get_by_role("link", name="Next step").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#step-title")).to_have_text("Who wins?")
            break
        before, after = winning(page)
        place = next(place for place in range(2) if after[place] < before[place])
        page.keyboard.press("ArrowRight")
        while page.evaluate("document.activeElement.dataset.place") != str(place):
            page.keyboard.press("ArrowRight")
        for _ in range(before[place] - after[place]):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => [...document.querySelectorAll('.play .count')].map(one => one.textContent).join() !== before"
            " && document.querySelector('.play .status strong').textContent !== 'The computer is thinking'",
            arg=",".join(map(str, before)),
        )
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent") != "The computer wins":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    is_done(page)


@pytest.mark.parametrize("step", ["nim&step=perfect", "nim&step=columns", "positions&step=table", "values&step=kayles"])
def test_lessons_fit_a_phone_and_answer_to_a_finger(browser: Browser, site: str, step: str) -> None:
    with opened(browser, site, PHONE, dark=True, touch=True) as page:
        page.goto(f"/learn?lesson={step}")
        expect(page.locator(".play .pile, .quiz .question").first).to_be_visible()
        assert not is_too_wide(page)
        assert violations(page) == []
        complete(page)
        assert not is_too_wide(page)


def test_on_a_small_phone_a_table_of_nine_piles_need_not_be_scrolled(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        page.goto("/learn?lesson=positions&step=take")
        expect(page.locator(".labels .cell")).to_have_count(9)
        assert page.locator(".label-scroller").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_on_a_phone_the_status_of_a_match_is_not_cut_off(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        page.route("**/api/v1/match/reply", lambda route: None)  # the computer never answers
        page.goto("/learn?lesson=nim&step=mirror")
        expect(page.locator(".play .status strong")).to_have_text("The computer is thinking")
        assert page.locator(".play .status").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_on_a_phone_the_advice_after_a_mistake_is_in_view(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        page.goto("/learn?lesson=nim&step=perfect")
        page.locator('.pile[data-place="0"] [data-level="0"]').tap()
        expect(page.locator(".offer.question")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Take back my move")).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_next_step_is_in_view_after_a_task(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        page.goto("/learn?lesson=nim&step=perfect")
        onward = page.get_by_role("link", name="Next step")
        expect(onward).to_have_count(0)
        win(page)
        expect(onward).to_be_in_viewport(ratio=1)
        expect(page.locator(".after")).to_be_in_viewport(ratio=1)
