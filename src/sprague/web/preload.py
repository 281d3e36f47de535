"""Imports of all modules that worker processes need; they are loaded once, before worker processes are forked."""

import numba  # noqa: F401

import sprague.discovery.discover
import sprague.periods.period
import sprague.play.move_input
import sprague.play.players
import sprague.play.start_positions
import sprague.queries.ask
import sprague.render.game_page
import sprague.tables.formula_check
import sprague.tables.tabulate
import sprague.web.tasks.games
import sprague.web.tasks.jobs.running
import sprague.web.tasks.maps
import sprague.web.tasks.matches
import sprague.web.tasks.positions
import sprague.web.worker  # noqa: F401
