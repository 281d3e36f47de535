"""Kernels that minimise automata: reachable states, partition refinement (Moore and Hopcroft), and quotient."""

from __future__ import annotations

import numpy as np

from sprague.automata.kernels.arrays import enlarged, fill_by_key, mix


def reachable_states(table, stop):
    """Kernel of minimisation: return the reachable states in breadth-first order."""
    states, symbols = table.shape
    seen = np.zeros(states, np.bool_)
    order = np.empty(states, np.int32)
    order[0] = 0
    seen[0] = True
    count = 1
    done = 0
    while done < count and stop[0] == 0:
        state = order[done]
        done += 1
        for symbol in range(symbols):
            target = table[state, symbol]
            if not seen[target]:
                seen[target] = True
                order[count] = target
                count += 1
    return order[:count]


def _same_row(table, group, left, right):
    """Return whether two states of a group lead to the same group for every symbol."""
    if group[left] != group[right]:
        return False
    for symbol in range(table.shape[1]):  # noqa: SIM110  (numba compiles loops best)
        if group[table[left, symbol]] != group[table[right, symbol]]:
            return False
    return True


def refine(table, labels, rounds, stop):
    """Minimisation kernel: refine a partition by Moore's algorithm; return (group of each state, group count, final).

    The entry `final` is 0 if `rounds` rounds do not suffice for the final partition, otherwise 1.
    """
    states, symbols = table.shape
    size = 4
    while size < 2 * states:
        size *= 2
    slots = np.empty(size, np.int32)
    group = np.empty(states, np.int32)
    fresh = np.empty(states, np.int32)
    for state in range(states):
        group[state] = labels[state]
    count = 0
    for _ in range(rounds + 1):
        slots[:] = -1
        found = 0
        for state in range(states):
            if stop[0] != 0:
                return group, count, 1
            hashed = int(group[state])
            # The first round of the refinement groups the states by label only.
            if count > 0:
                for symbol in range(symbols):
                    hashed = mix(hashed, int(group[table[state, symbol]]))
            place = mix(hashed, 77) & (size - 1)
            while True:
                other = slots[place]
                if other < 0:
                    slots[place] = state
                    fresh[state] = found
                    found += 1
                    break
                if _same_row(table, group, state, other) if count > 0 else group[state] == group[other]:
                    fresh[state] = fresh[other]
                    break
                place = (place + 1) & (size - 1)
        group, fresh = fresh, group
        # Each round refines the partition, so an equal number of groups means an unchanged partition.
        if found in (count, states, 1):
            return group, found, 1
        count = found
    return group, count, 0


def split(table, groups, count, stop):
    """Minimisation kernel: refine a partition by Hopcroft's algorithm; return (group of each state, number of groups).

    Hopcroft's algorithm takes O(n log n) steps per symbol for n states. When a group is split, only the smaller half
    becomes a splitter. The larger half is not needed as a splitter, because the whole group was already one or is still
    on the stack. Therefore each of the n states belongs to at most log n splitters.
    """
    states, symbols = table.shape
    group = enlarged(groups, states)
    starts, sources = _reverse_transitions(table)
    members, where, begin, end = _group_members(group)
    waiting, depth = _all_but_largest(begin, end, count)
    splitter = np.empty(states, np.int32)
    # maps each group to the number of its states with a transition into the splitter; the group lists these states
    # first
    marked = np.zeros(states + 1, np.int64)
    touched = np.empty(states + 1, np.int32)  # groups with at least one state that has a transition into the splitter
    while depth > 0 and stop[0] == 0:
        depth -= 1
        g = waiting[depth]
        size = end[g] - begin[g]
        for i in range(size):
            splitter[i] = members[begin[g] + i]
        for symbol in range(symbols):
            touches = 0
            for i in range(size):
                for j in range(starts[symbol, splitter[i]], starts[symbol, splitter[i] + 1]):
                    state = sources[symbol, j]
                    h = group[state]
                    if marked[h] == 0:
                        touched[touches] = h
                        touches += 1
                    here = where[state]
                    there = begin[h] + marked[h]
                    other = members[there]
                    members[there] = state
                    members[here] = other
                    where[state] = there
                    where[other] = here
                    marked[h] += 1
            for i in range(touches):
                h = touched[i]
                middle = begin[h] + marked[h]
                marked[h] = 0
                if middle == end[h]:
                    continue
                if middle - begin[h] <= end[h] - middle:
                    begin[count] = begin[h]
                    end[count] = middle
                    begin[h] = middle
                else:
                    begin[count] = middle
                    end[count] = end[h]
                    end[h] = middle
                for j in range(begin[count], end[count]):
                    group[members[j]] = count
                waiting[depth] = count
                depth += 1
                count += 1
    return group, count


def _reverse_transitions(table):
    """Return the reversed transitions: for each state and symbol, the list of source states.

    The sources of state q at symbol a are `sources[a, starts[a, q]:starts[a, q + 1]]`.
    """
    states, symbols = table.shape
    everyone = np.arange(states)
    starts = np.zeros((symbols, states + 2), np.int64)
    sources = np.empty((symbols, states), np.int32)
    for symbol in range(symbols):
        fill_by_key(sources[symbol], starts[symbol], everyone, table[:, symbol])
    return starts, sources


def _group_members(group):
    """Return the states sorted by group, and the new index of each state; group g is `members[begin[g]:end[g]]`."""
    states = group.shape[0]
    members = np.empty(states, np.int32)
    begin = np.zeros(states + 2, np.int64)
    fill_by_key(members, begin, np.arange(states), group)
    where = np.empty(states, np.int64)
    for i in range(states):
        where[members[i]] = i
    return members, where, begin, begin[1:].copy()


def _all_but_largest(begin, end, count):
    """Return the initial stack of splitters of Hopcroft's algorithm (all groups except the largest), and its size."""
    largest = 0
    for g in range(count):
        if end[g] - begin[g] > end[largest] - begin[largest]:
            largest = g
    waiting = np.empty(begin.shape[0], np.int32)
    depth = 0
    for g in range(count):
        if g != largest:
            waiting[depth] = g
            depth += 1
    return waiting, depth


def quotient(table, group, count, stop):
    """Minimisation kernel: return the table of the groups in breadth-first order, and a member of each group."""
    symbols = table.shape[1]
    name = np.full(count, -1, np.int32)
    member = np.empty(count, np.int32)
    out = np.empty((count, symbols), np.int32)
    name[group[0]] = 0
    member[0] = 0
    found = 1
    done = 0
    while done < found and stop[0] == 0:
        state = member[done]
        for symbol in range(symbols):
            target = table[state, symbol]
            g = group[target]
            if name[g] < 0:
                name[g] = found
                member[found] = target
                found += 1
            out[done, symbol] = name[g]
        done += 1
    return out[:found], member[:found]
