"""The board in a real browser: matches by mouse, keyboard and touch, hints and reasons, and shared links."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import sprague
from tests.web.browsing import PHONE, SMALL_PHONE, another_browser, is_too_wide, opened, serving


def board(page: Page, game: str, position: str, **more: str) -> None:
    """Open the board at a position, and wait until it is there."""
    page.goto(f"/board?{urlencode({'game': game, 'position': position, **more})}")
    expect(page.locator(".table")).to_be_visible()


def pile(page: Page, number: int) -> Locator:
    """A pile, counted from 1."""
    return page.locator(f'.pile[data-place="{number - 1}"]')


def chip(page: Page, number: int, level: int) -> Locator:
    """A chip of a pile, counted from the bottom, from 1 on."""
    return pile(page, number).locator(f'[data-level="{level - 1}"]')


def position(page: Page) -> Locator:
    return page.locator(".status .position")


def status(page: Page) -> Locator:
    return page.locator(".status strong")


def turns(page: Page) -> Locator:
    """The positions of the match so far, the first of them the start."""
    return page.locator(".turns .reached")


def await_reply(page: Page, before: int) -> None:
    """Wait until two more moves were made than `before`, or somebody has won."""
    page.wait_for_function(
        "before => document.querySelectorAll('.turn').length > before + 1"
        " || /win/.test(document.querySelector('.status strong').textContent)",
        arg=before,
    )


def test_a_match_is_played_by_clicking_until_someone_wins(page: Page) -> None:
    board(page, "nim", "1,2,4")
    while "win" not in status(page).inner_text():
        made = turns(page).count()
        page.locator(".chip.lit").last.click()
        await_reply(page, made)
    expect(position(page)).to_have_text("0,0,0")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(position(page)).to_have_text("1,2,4")


def test_a_hint_is_shown_on_the_board_and_played(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".offer.hint")).to_contain_text("Take 1 chip from the 1st pile. This move wins")
    expect(page.locator(".chip.going")).to_have_count(1)
    page.get_by_role("button", name="Play it").click()
    expect(turns(page)).to_have_count(3)


def test_why_tells_who_wins_and_the_reason(page: Page) -> None:
    board(page, "nim", "1,2,3")
    page.get_by_role("button", name="Why").click()
    expect(page.locator(".offer.why")).to_contain_text("You lose from 1,2,3 against best play (a P-position)")


def test_moves_are_taken_back_and_made_again(page: Page) -> None:
    board(page, "nim", "3,5,7")
    chip(page, 3, 7).click()
    expect(turns(page)).to_have_count(3)
    reached = position(page).inner_text()
    page.get_by_role("button", name="Undo").click()
    expect(position(page)).to_have_text("3,5,7")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.get_by_role("button", name="Redo").click()
    expect(position(page)).to_have_text(reached)
    expect(turns(page)).to_have_count(3)


def test_misere_is_chosen_in_the_dialog_and_whoever_moves_last_loses(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.get_by_role("button", name="New match").click()
    dialog = page.get_by_role("dialog", name="New match")
    dialog.get_by_label("Position").fill("0,0,1")
    dialog.get_by_text("loses (misère)").click()
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("misère: last move loses")).to_be_visible()
    chip(page, 3, 1).click()
    expect(status(page)).to_have_text("The computer wins")


def test_a_shared_link_has_the_whole_match(page: Page, browser: Browser, site: str) -> None:
    board(page, "kayles", "4,5")
    chip(page, 1, 4).click()
    expect(turns(page)).to_have_count(3)
    made = turns(page).all_inner_texts()
    with opened(browser, site) as other:
        other.goto(page.url)
        expect(turns(other)).to_have_count(3)
        assert turns(other).all_inner_texts() == made
        expect(position(other)).to_have_text(made[-1])
        other.reload()
        expect(turns(other)).to_have_count(3)


def test_a_link_to_a_game_begins_a_match_as_it_says(page: Page) -> None:
    board(page, "nim", "1,2,4", misere="1", level="random", first="computer")
    expect(turns(page)).to_have_count(2)
    expect(page.locator(".turns")).to_contain_text("1. Computer")
    expect(page.locator(".badge", has_text="Random opponent")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]match="))
    match = parse_qs(urlsplit(page.url).query)["match"][0]
    assert match.splitlines()[1:6] == [
        "play: misere",
        "game: nim:piles=3",
        "start: 1,2,4",
        "first: random",
        "second: you",
    ]


def test_on_a_phone_everything_fits_and_answers_to_a_finger(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, touch=True) as page:
        board(page, "nim", "3,5,7")
        assert not is_too_wide(page)
        chip(page, 3, 5).tap()
        expect(turns(page)).to_have_count(3)
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".offer.hint")).to_be_visible()
        assert not is_too_wide(page)


def test_the_question_of_the_teacher_is_as_wide_as_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        board(page, "nim", "1,2,4", level="teacher")
        chip(page, 1, 1).tap()
        expect(page.get_by_role("button", name="Take back my move")).to_be_in_viewport(ratio=1)
        lines = page.locator(".offer.question .lines").bounding_box()
        button = page.locator(".status").get_by_role("button", name="New match").bounding_box()
        assert lines
        assert button
        assert lines["width"] > 0.8 * SMALL_PHONE["width"]
        assert button["width"] == button["height"]


def test_a_match_is_played_with_the_keyboard_alone(page: Page) -> None:
    board(page, "nim", "0,0,3")
    while not page.evaluate("document.activeElement.matches('.pile')"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    third = pile(page, 3)
    expect(third).to_be_focused()
    expect(third).to_have_attribute("aria-valuetext", "3 chips")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(third).to_have_attribute("aria-valuetext", "becomes 1 chip, from 3")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("You win")
    expect(page.locator("p[aria-live]")).to_have_text("You: take 3 chips from the 3rd pile. You win.")
    page.keyboard.press("u")
    expect(position(page)).to_have_text("0,0,3")
    page.keyboard.press("h")
    expect(page.locator(".offer.hint")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_is_not_allowed_says_why(page: Page) -> None:
    board(page, "sharing-nim", "0,4,9")
    chip(page, 3, 2).hover()
    expect(page.locator(".offer")).to_contain_text("not allowed")
    expect(page.locator(".offer .refused")).to_contain_text("In this game chips are moved, not taken; the rule is")
    chip(page, 3, 2).click()
    expect(position(page)).to_have_text("0,4,9")
    expect(turns(page)).to_have_count(1)


def test_chips_are_dragged_from_pile_to_pile(page: Page) -> None:
    board(page, "sharing-nim", "0,4,9")
    chip(page, 3, 8).drag_to(pile(page, 1))
    expect(turns(page).nth(1)).to_have_text("2,4,7")


def test_a_box_that_is_emptied_is_filled_by_dragging(page: Page) -> None:
    board(page, "empty-transfer", "2,6,9")
    chip(page, 2, 3).drag_to(pile(page, 1))
    expect(turns(page).nth(1)).to_have_text("4,2,9")


def test_a_move_of_several_piles_is_put_together_click_by_click(page: Page) -> None:
    board(page, "wythoff", "4,7")
    chip(page, 2, 6).click()
    expect(page.locator(".offer")).to_contain_text("Take 2 chips from the 2nd pile, or continue")
    expect(pile(page, 1).locator(".lit")).to_have_count(1)
    chip(page, 1, 3).click()
    expect(turns(page).nth(1)).to_have_text("2,5")


def test_what_was_drafted_is_played_with_enter_and_dropped_with_escape(page: Page) -> None:
    board(page, "wythoff", "4,7")
    chip(page, 2, 6).click()
    page.keyboard.press("Escape")
    expect(page.locator(".offer.drafted")).to_have_count(0)
    chip(page, 2, 6).click()
    expect(page.locator(".offer.drafted")).to_be_visible()
    page.keyboard.press("Enter")
    expect(turns(page).nth(1)).to_have_text("4,5")


def test_both_ways_to_one_position_can_be_clicked(page: Page) -> None:
    board(page, "wythoff", "1,2")
    expect(chip(page, 2, 1)).to_have_class("chip lit")
    chip(page, 2, 1).click()
    expect(turns(page).nth(1)).to_have_text("1,0")


def test_of_equal_piles_each_can_be_clicked(page: Page) -> None:
    board(page, "nim", "4,4,5")
    expect(page.locator(".chip.lit")).to_have_count(13)
    chip(page, 1, 3).click()
    expect(turns(page).nth(1)).to_have_text("2,4,5")


def test_heaps_that_split_stand_side_by_side(page: Page) -> None:
    board(page, "kayles", "5")
    chip(page, 1, 3).click()
    page.get_by_role("button", name="split the rest into heaps of 2 and 2").click()
    expect(turns(page).nth(1)).to_have_text("2,2")
    expect(turns(page)).to_have_count(3)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".component.framed")).to_have_count(2)


def test_remembered_numbers_are_shown_as_such(page: Page) -> None:
    board(page, "dynamic-nim", "5,10,3")
    expect(page.locator(".memory")).to_have_text("t3remembered")
    expect(page.locator(".pile")).to_have_count(2)
    expect(chip(page, 2, 7)).not_to_have_class("chip lit")
    expect(chip(page, 2, 8)).to_have_class("chip lit")


def test_large_piles_are_numbers_with_a_slider(page: Page) -> None:
    board(page, "nim", "5,40,60")
    expect(page.locator(".pile.number")).to_have_count(2)
    page.get_by_label("New height of the 3rd pile, c", exact=True).fill("45")
    pile(page, 3).get_by_role("button", name="Set").click()
    expect(turns(page).nth(1)).to_have_text("5,40,45")


def test_with_too_many_moves_the_position_is_typed(page: Page) -> None:
    board(page, "nim", "5,100,2000")
    page.get_by_label("New height of the 3rd pile, c", exact=True).fill("97")
    entry = page.get_by_label("The position after your move")
    expect(entry).to_have_value("5,100,97")
    entry.fill("5,200,97")
    expect(page.locator("#entry-explanation")).to_contain_text("The rule is: take any number of chips from one pile.")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    entry.fill("5,100,97")
    expect(page.locator("#entry-explanation")).to_have_text("Take 1903 chips from the 3rd pile")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(turns(page).nth(1)).to_have_text("5,100,97")


def test_numbers_of_a_hundred_digits_are_played(page: Page) -> None:
    large = "9" * 100
    board(page, "nim", f"0,5,{large}")
    page.get_by_label("The position after your move").fill("0,5,5")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(turns(page).nth(1)).to_have_text("0,5,5")


def test_numbers_of_thousands_of_digits_are_shortened_and_the_link_still_has_them(page: Page) -> None:
    large = "9" * 4000
    board(page, "nim", f"0,5,{large}", level="perfect")
    expect(position(page)).to_have_text("0,5,999999…9999")
    expect(pile(page, 3)).to_contain_text("4000 digits")
    page.get_by_label("The position after your move").fill(f"0,4,{large}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(turns(page)).to_have_text(["0,5,999999…9999", "0,4,999999…9999", "0,4,4"])
    expect(page).to_have_url(re.compile(r"/board#"))  # it stands behind #, where no server has to read it
    page.reload()
    expect(turns(page)).to_have_text(["0,5,999999…9999", "0,4,999999…9999", "0,4,4"])


def test_the_teacher_asks_before_a_mistake_is_punished(page: Page) -> None:
    board(page, "nim", "1,2,4", level="teacher")
    chip(page, 1, 1).click()
    expect(page.get_by_role("alert")).to_contain_text("Are you sure?")
    page.get_by_role("button", name="Take back my move").click()
    expect(position(page)).to_have_text("1,2,4")
    chip(page, 1, 1).click()
    page.get_by_role("button", name="Play on").click()
    expect(turns(page)).to_have_count(3)


def test_the_analysis_sorts_every_move_and_plays_the_one_that_is_clicked(page: Page) -> None:
    board(page, "nim", "1,2,4")
    page.get_by_label("off").check()
    rows = page.locator(".moves tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text("1,2,3")
    expect(rows.first.locator(".sign")).to_have_text("✓wins")
    page.get_by_role("button", name="Value: sort by the Grundy value").click()
    expect(page.locator("td.grundy")).to_have_text(["0", "1", "2", "3", "4", "5", "6"])
    rows.first.get_by_role("button").click()
    expect(turns(page).nth(1)).to_have_text("1,2,3")


def test_the_match_is_walked_and_gone_on_with_from_the_past(page: Page) -> None:
    board(page, "nim", "3,5,7")
    chip(page, 3, 7).click()
    expect(turns(page)).to_have_count(3)
    page.get_by_role("button", name="Go to the start").click()
    expect(status(page)).to_have_text("The start")
    expect(page.locator(".count")).to_have_text(["3", "5", "7"])
    page.get_by_role("button", name="Play from here").click()
    expect(status(page)).to_have_text("Your move")
    expect(position(page)).to_have_text("3,5,7")


def test_the_past_is_analysed_while_it_is_walked(page: Page) -> None:
    board(page, "nim", "0,0,2")
    page.get_by_label("off").check()
    chip(page, 3, 2).click()
    expect(status(page)).to_have_text("The computer wins")
    page.get_by_role("button", name="Go to the start").click()
    expect(page.locator(".moves tbody tr")).to_have_count(2)
    expect(page.locator(".moves tbody tr button").first).to_be_disabled()


def test_where_options_are_blocked_both_players_forbid(page: Page) -> None:
    board(page, "(a) -> (u) where u < a block 1", "4")
    page.locator(".chip.lit").last.click()
    dialog = page.get_by_role("dialog", name="Which moves do you forbid?")
    dialog.get_by_role("checkbox").first.check()
    expect(dialog.get_by_role("checkbox").last).to_be_disabled()
    dialog.get_by_role("button", name="Play and forbid").click()
    expect(page.locator(".turn").nth(1)).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]match=.*(\+|%20)forbid(\+|%20)"))


def test_a_rule_of_ones_own_is_played(page: Page) -> None:
    board(page, "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", "3,3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your own game")
    chip(page, 1, 2).click()
    expect(turns(page).nth(1)).to_have_text("1,3")


def test_moves_that_no_click_can_make_are_listed(page: Page) -> None:
    board(page, "(a, b) -> (u, 0) + (0, v) where u = a - 1, v = b - 1, a >= 1, b >= 1", "2,3")
    page.locator(".others button").click()
    expect(status(page)).to_have_text("You win")


def test_a_sum_of_games_is_played_from_its_transcript(page: Page) -> None:
    lines = ["sprague match 1", "play: normal", "game: nim:piles=2", "start: 1,3", "game: kayles", "start: 4"]
    transcript = "\n".join([*lines, "first: you", "second: perfect", ""])
    page.goto(f"/board?{urlencode({'match': transcript})}")
    expect(page.locator(".component")).to_have_count(2)
    chip(page, 3, 4).click()
    expect(turns(page).nth(1)).to_have_text("1,3 ; 3")
    expect(turns(page)).to_have_count(3)


def test_a_sum_of_games_is_begun_in_the_dialog_and_again(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New match")
    dialog.get_by_label("Game").fill("nim 1,3 + kayles 4")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A sum of games")
    chip(page, 3, 4).click()
    expect(turns(page)).to_have_count(3)
    page.get_by_role("button", name="Restart").click()
    expect(turns(page)).to_have_text(["1,3 ; 4"])


def test_a_computer_that_does_not_answer_is_asked_again(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.route(
        "**/api/v1/match/reply",
        lambda route: route.fulfill(status=413, json={"code": "out-of-limits", "detail": "too long"}),
    )
    chip(page, 3, 7).click()
    expect(page.locator(".offer")).to_contain_text("The computer has not answered")
    page.unroute("**/api/v1/match/reply")
    page.get_by_role("button", name="Try again").click()
    expect(turns(page)).to_have_count(3)


def test_what_was_taken_back_before_the_computer_moved_is_made_again_and_answered(page: Page) -> None:
    board(page, "nim", "3,5,7")
    chip(page, 3, 7).click()
    expect(turns(page)).to_have_count(3)
    page.route(
        "**/api/v1/match/reply",
        lambda route: route.fulfill(status=413, json={"code": "out-of-limits", "detail": "too long"}),
    )
    page.locator(".chip.lit").last.click()
    expect(turns(page)).to_have_count(4)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("**/api/v1/match/reply")
    page.get_by_role("button", name="Undo").click()
    expect(turns(page)).to_have_count(3)
    page.get_by_role("button", name="Redo").click()
    expect(turns(page)).to_have_count(5)


def test_the_values_of_a_game_in_misere_play_are_those_of_misere_play(page: Page) -> None:
    board(page, "nim", "1,2,4", misere="1")
    page.get_by_role("link", name="Show the map of values").click()
    expect(page.get_by_role("radio", name="Misère")).to_be_checked()


def test_another_interesting_position_is_proposed(page: Page) -> None:
    board(page, "nim", "1,1,0")
    page.get_by_role("button", name="Random", exact=True).click()
    expect(position(page)).not_to_have_text("1,1,0")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/board?game=nimm", "Unknown game 'nimm'"),
        ("/board?game=foobar", "the gallery lists all games"),
        ("/board?match=sprague", "No match"),
        ("/board?game=nim&position=3,x", "No match"),
    ],
)
def test_a_link_that_is_wrong_says_so(page: Page, address: str, words: str) -> None:
    page.goto(address)
    expect(page.locator(".empty")).to_contain_text(words)


def test_a_position_that_is_wrong_is_refused_in_the_dialog(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="New match")
    dialog.get_by_label("Position").fill("3,5,-7")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("-7")
    dialog.get_by_role("button", name="Cancel").click()
    expect(position(page)).to_have_text("3,5,7")


def test_the_board_keeps_the_order_of_the_piles_that_was_given(page: Page) -> None:
    board(page, "nim", "7,2,5")
    expect(position(page)).to_have_text("7,2,5")
    assert parse_qs(urlsplit(page.url).query)["position"] == ["7,2,5"]
    chip(page, 1, 7).click()
    expect(turns(page).nth(1)).to_have_text("6,2,5")
    expect(page).to_have_url(re.compile("match="))
    transcript = parse_qs(urlsplit(page.url).query)["match"][0].splitlines()
    assert "start: 7,2,5" in transcript
    assert any("6,2,5" in line for line in transcript)


def test_the_pile_that_was_clicked_changes_even_if_another_is_equal(page: Page) -> None:
    board(page, "nim", "4,4,9", level="person")
    chip(page, 2, 2).click()
    expect(position(page)).to_have_text("4,1,9")


def test_a_large_position_opens_without_a_refusal(page: Page) -> None:
    board(page, "nim", "1000,200,50")
    expect(page.get_by_label("The position after your move")).to_have_value("1000,200,50")
    expect(page.locator("#entry-explanation")).to_contain_text("Short forms")


@pytest.mark.parametrize(
    ("game", "start", "typed", "words"),
    [
        ("kayles", "500,900", "2=1+900", "Heap 2: the new heaps would have 901 chips together"),
        ("nim", "3,500,700", "1", "A single number is not a move; type 3-1 to take 1 chip from pile 3"),
    ],
)
def test_a_move_that_is_typed_wrong_is_explained(page: Page, game: str, start: str, typed: str, words: str) -> None:
    board(page, game, start)
    page.get_by_label("The position after your move").fill(typed)
    expect(page.locator("#entry-explanation")).to_contain_text(words)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()


def test_the_link_to_a_finished_match_is_opened_without_an_internal_error(page: Page) -> None:
    """The computer was asked for a reply although no move was left."""
    statuses: list[int] = []
    page.on("response", lambda response: statuses.append(response.status))
    match = "sprague match 1\nplay: normal\ngame: nim:piles=2\nstart: 0,0\nfirst: perfect\nsecond: you\n"
    page.goto(f"/board?{urlencode({'match': match})}")
    expect(status(page)).to_have_text("You win")
    answer = page.request.post("/api/v1/match/reply", data={"match": match})
    assert answer.status == 422
    assert max(statuses) < 400


def test_the_question_of_the_teacher_is_answered_on_the_board(page: Page) -> None:
    board(page, "nim", "3,5,7", level="teacher")
    chip(page, 1, 1).click()
    question = page.locator(".offer.question")
    expect(question).to_contain_text("Which move wins for me?")
    chip(page, 2, 1).click()  # leaves 0,0,7, from which the player wins
    expect(question).to_contain_text("No: take 5 chips from the 2nd pile, and you could win")
    chip(page, 3, 6).click()  # leaves 0,5,5
    expect(question).to_contain_text("Yes: take 2 chips from the 3rd pile, and I win")
    page.get_by_role("button", name="Hint").click()
    expect(question).to_contain_text("My winning move: take 2 chips from the 3rd pile")
    expect(turns(page)).to_have_count(2)
    page.get_by_role("button", name="Take back my move").click()
    expect(position(page)).to_have_text("3,5,7")


def test_two_people_play_on_one_screen(page: Page) -> None:
    board(page, "nim", "0,1,1", level="person")
    expect(status(page)).to_have_text("Player 1’s move")
    chip(page, 3, 1).click()
    expect(status(page)).to_have_text("Player 2’s move")
    expect(page.get_by_role("button", name="Swap sides")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("Player 1’s move")
    chip(page, 3, 1).click()
    expect(status(page)).to_have_text("Player 2’s move")
    chip(page, 2, 1).click()
    expect(status(page)).to_have_text("Player 2 wins")


def test_the_sides_are_exchanged(page: Page) -> None:
    board(page, "nim", "3,5,7", level="perfect")
    page.get_by_role("button", name="Swap sides").click()
    expect(turns(page)).to_have_count(2)
    expect(page.locator(".turns")).to_contain_text("1. Computer")
    expect(status(page)).to_have_text("Your move")


def test_shortcuts_of_one_letter_can_be_turned_off(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    keys.get_by_label("Use single letters as shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator(".table")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("?")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog")).to_have_count(1)
    keys.get_by_label("Use single letters as shortcuts").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.get_by_role("dialog", name="New match")).to_be_visible()


def test_the_list_of_keys_can_be_opened_in_a_narrow_window(browser: Browser, site: str) -> None:
    """At a high zoom level the window of a computer is as narrow as a phone, and still has a keyboard."""
    with opened(browser, site, PHONE) as page:
        board(page, "nim", "3,5,7")
        page.get_by_role("button", name="Keys").click()
        expect(page.get_by_label("Use single letters as shortcuts")).to_be_visible()
        page.keyboard.press("Escape")
        assert not is_too_wide(page)


def test_on_a_small_phone_the_buttons_below_the_board_are_not_broken(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        board(page, "nim", "3,5,7")
        page.get_by_role("button", name="Hint").tap()
        button = page.get_by_role("button", name="Play it")
        expect(button).to_be_visible()
        assert button.evaluate("one => one.getClientRects().length === 1 && one.offsetHeight < 40")
        board(page, "wythoff", "4,7")
        chip(page, 2, 6).tap()
        play, cancel = (page.get_by_role("button", name=name).bounding_box() for name in ("Play ↵", "Cancel Esc"))
        assert play
        assert cancel
        assert play["y"] == cancel["y"]


def test_a_dialog_opened_before_the_last_one_reports_that_it_is_closed_stays_open(page: Page) -> None:
    """The browser may handle the next key before it sends the `close` event of a dialog closed by Escape."""
    board(page, "nim", "3,5,7")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.evaluate(
        """() => {
            document.querySelector("dialog").close();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
        }"""
    )
    expect(page.get_by_role("dialog", name="New match")).to_be_visible()
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    expect(page.get_by_role("dialog", name="New match")).to_be_visible()


def test_the_arrow_keys_lead_to_the_board_and_through_the_toolbar(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".pile:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Hint")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Why")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Keys")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Hint")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".pile:focus")).to_have_count(1)


def test_a_match_behind_the_number_sign_is_opened_without_loading_the_page_again(page: Page) -> None:
    board(page, "nim", "1,2,4", level="person")
    match = page.evaluate("location.pathname + '#' + location.search.slice(1).replace('1,2,4', '3,3,3')")
    page.evaluate(
        "match => { window.kept = true; history.replaceState(null, '', '/board'); location.href = match; }", match
    )
    expect(position(page)).to_have_text("3,3,3")
    assert page.evaluate("window.kept") is True


def test_links_are_copied_without_tls(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Browsers offer `navigator.clipboard` only on localhost and with TLS; a class uses neither."""
    options = ("--host", "0.0.0.0", "--public")
    with (
        serving(tmp_path_factory.mktemp("lan"), "tests.web.patient_server", *options) as address,
        another_browser(browser, "--host-resolver-rules=MAP class.example 127.0.0.1") as other,
        opened(other, f"http://class.example:{urlsplit(address).port}") as page,
    ):
        # Notices stay, so that the test sees them however slow it is.
        page.add_init_script(
            "{ const real = setTimeout; window.setTimeout = (f, ms) => (ms > 1000 ? 0 : real(f, ms)); }"
        )
        board(page, "nim", "3,5,7", level="person")
        assert page.evaluate("navigator.clipboard === undefined")
        page.evaluate(
            "addEventListener('copy', () => { window.copied = `${getSelection()}` || document.activeElement.value; })"
        )
        page.get_by_role("button", name="Share").click()
        expect(page.locator(".toast")).to_have_text("The link to this match has been copied.")
        assert page.evaluate("window.copied") == page.url
        page.get_by_role("button", name="Make an assignment").click()
        dialog = page.get_by_role("dialog", name="Assignment")
        dialog.get_by_role("button", name="Copy the link").click()
        expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("window.copied") == dialog.get_by_label("Link to the assignment").input_value()
        page.goto("/laboratory")
        expect(page.locator(".live-map canvas")).to_be_visible()
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator(".toast")).to_contain_text("has been copied")
        page.get_by_role("button", name="Copy the rule").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_a_finished_match_is_reviewed_and_leads_to_the_mistake(page: Page) -> None:
    board(page, "nim", "0,1,2", level="person")
    chip(page, 3, 1).click()  # leaves 0,1,0; the win was 0,1,1
    expect(turns(page)).to_have_count(2)
    expect(page.locator(".review")).to_have_count(0)
    chip(page, 2, 1).click()
    expect(status(page)).to_have_text("Player 2 wins")
    expect(page.locator(".review")).to_contain_text("Player 1's 1st move threw the win away: play 0,1,1 instead")
    expect(page.locator(".turns .mark")).to_have_text(["✗threw the win away", "✓kept the win"])
    page.get_by_role("button", name="Go there").click()
    expect(status(page)).to_have_text("The start")
    expect(page.locator(".offer")).to_contain_text("The next move was: take 2 chips from the 3rd pile.")
    expect(page.get_by_role("button", name="Why")).to_be_disabled()  # it explains the current position
    page.get_by_role("button", name="Play from here").click()
    expect(position(page)).to_have_text("0,1,2")
    expect(page.locator(".review")).to_have_count(0)


def test_on_a_phone_a_button_leads_to_the_review_and_back_to_the_board(browser: Browser, site: str) -> None:
    with opened(browser, site, PHONE, touch=True) as page:
        board(page, "nim", "0,1,2", level="person")
        chip(page, 3, 1).tap()
        expect(turns(page)).to_have_count(2)
        chip(page, 2, 1).tap()
        expect(page.locator(".review")).not_to_be_in_viewport()
        page.get_by_role("button", name="Review").tap()
        expect(page.locator(".review")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Go there").tap()
        expect(page.locator(".table")).to_be_in_viewport(ratio=1)


def test_a_link_to_an_assignment_is_made(page: Page) -> None:
    board(page, "nim", "3,5,7")
    page.get_by_role("button", name="Make an assignment").click()
    dialog = page.get_by_role("dialog", name="Assignment")
    dialog.get_by_label("Opponent").select_option("teacher")
    dialog.get_by_text("The computer", exact=True).click()
    link = dialog.get_by_label("Link to the assignment").input_value()
    assert parse_qs(urlsplit(link).query) == {
        "game": ["nim:piles=3"],
        "position": ["3,5,7"],
        "level": ["teacher"],
        "first": ["computer"],
    }
    page.goto(link)
    expect(turns(page)).to_have_count(2)
    expect(page.locator(".badge", has_text="Teacher opponent")).to_be_visible()


def test_a_worksheet_has_won_and_lost_positions_with_true_solutions(page: Page) -> None:
    page.goto("/worksheet?game=nim&count=4&seed=2")
    solutions = page.locator(".solutions > ol > li")
    expect(solutions).to_have_count(4)
    answers = {solution.locator("strong").inner_text(): solution.inner_text() for solution in solutions.all()}
    outcomes = {text: sprague.solve("nim", text).outcome for text in answers}
    assert set(outcomes.values()) == {"P", "N"}
    for text, answer in answers.items():
        assert answer.startswith(f"{text}: {'No' if outcomes[text] == 'P' else 'Yes'}")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".worksheet-form")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"  # paper is white
    expect(page.locator(".exercises > li").first).to_be_visible()


def test_a_worksheet_states_the_rule_of_ones_own_game_in_plain_words(page: Page) -> None:
    page.goto(f"/worksheet?{urlencode({'game': '(a, b) -> (a - 1, b) ; (a - 3, b) any order', 'count': 4})}")
    expect(page.locator(".paper").first).to_contain_text("Take 1 or 3 chips from one pile. Whoever makes the last move")


def test_kayles_is_a_row_of_pins_and_is_played_by_clicking(page: Page) -> None:
    board(page, "kayles", "5,3", level="person")
    first, last = chip(page, 1, 1).bounding_box(), chip(page, 1, 5).bounding_box()
    assert first
    assert last
    assert first["y"] == last["y"]
    assert first["x"] < last["x"]
    chip(page, 2, 2).click()  # the middle pin of three, or two pins
    expect(page.locator(".offer")).to_contain_text("Take one pin or two?")
    page.get_by_role("button", name=re.compile("split the rest into heaps of 1 and 1")).click()
    expect(position(page)).to_have_text("5,1,1")


def test_dialogs_fit_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, SMALL_PHONE, touch=True) as page:
        board(page, "nim", "3,5,7")
        for opener, name in (("Make an assignment", "Assignment"), ("New match", "New match")):
            page.get_by_role("button", name=opener).first.click()
            dialog = page.get_by_role("dialog", name=name)
            expect(dialog).to_be_visible()
            assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
            dialog.get_by_role("button", name="Close").click()
            expect(dialog).to_have_count(0)
        assert not is_too_wide(page)


def test_treblecross_is_a_strip_and_large_heaps_are_piles(page: Page) -> None:
    board(page, "treblecross", "7", level="person")
    expect(page.locator(".offer")).to_contain_text("Click the first of three squares to cross them out")
    expect(page.locator(".table.strip")).to_have_count(1)
    chip(page, 1, 3).click()
    expect(position(page)).to_have_text("2,2")
    board(page, "treblecross", "30", level="person")
    expect(page.locator(".table.strip")).to_have_count(0)


def test_a_chocolate_bar_is_cut_by_clicking_its_squares(page: Page) -> None:
    board(page, "chocolate-bar:k=2", "2,2,5", level="person")
    squares = page.locator(".bar .square")
    # two squares on the left, the bitter square, and columns of 1, 2, 2, 3 and 3 squares
    expect(squares).to_have_count(2 + 1 + 1 + 2 + 2 + 3 + 3)
    page.locator('[data-square="4,0"]').hover()
    expect(page.locator(".bar .square.eaten")).to_have_count(3 + 3)
    page.locator('[data-square="4,0"]').click()
    expect(position(page)).to_have_text("2,1,3")
    page.locator('[data-square="-1,0"]').click()
    expect(position(page)).to_have_text("0,1,3")
    page.locator('[data-square="2,1"]').click()
    expect(position(page)).to_have_text("0,0,3")


def test_a_small_theorem_is_discovered_while_a_rule_is_played(page: Page) -> None:
    board(page, "(a) -> (a - k) where 1 <= k <= 3", "10", level="person")
    found = page.locator(".found-theorem")
    expect(found).to_contain_text("Multiples of 4 lose")
    page.get_by_role("button", name="Why").click()
    expect(page.locator(".offer.why")).to_contain_text("Proved for all positions: Multiples of 4 lose")
    board(page, "(a) -> (a - k) where 1 <= k <= 3", "10", level="person", misere="1")
    expect(found).to_contain_text("remainder 1 when divided by 4")


def test_a_discovered_theorem_is_a_sentence_about_positions(page: Page) -> None:
    rule = "(a, b) -> (a - k, b) where k >= 1, a - k >= b ; (a - k, b - k) where k >= 1 any order"
    board(page, rule, "9,14", level="person")
    words = "The player to move loses exactly in the positions (a, b), in either order, with a = 2b."
    expect(page.locator(".found-theorem")).to_contain_text(words)
    sentence = "Take any number of chips from one pile; that pile must end at least as large as the other pile; or take"
    expect(page.locator(".rule-sentence")).to_contain_text(sentence)
