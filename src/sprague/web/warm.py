"""What workers share: the rooms of the library that most requests need, and the compiler, loaded once."""

import numba  # noqa: F401

import sprague.discovery.discover
import sprague.patterns.check
import sprague.patterns.periods
import sprague.play.entering
import sprague.play.players
import sprague.play.proposal
import sprague.show.game_page
import sprague.tables.tabulate
import sprague.web.work.games
import sprague.web.work.jobs.running
import sprague.web.work.maps
import sprague.web.work.matches
import sprague.web.work.positions
import sprague.web.worker  # noqa: F401
