"""Published works, which are the sources of games and theorems, as text and as BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sprague.version import YEAR, __version__

_JOURNAL = re.compile(r"([A-Z].*) ([0-9]+)")  # regular expression for a journal with its volume


@dataclass(frozen=True, slots=True)
class Work:
    """A published work; `cited` is its BibTeX key, or "" if the work uses the default key."""

    title: str
    author: str = ""
    published: str = ""
    year: int | None = None
    cited: str = ""

    def __str__(self) -> str:
        where = f"{self.published} ({self.year})" if self.published and self.year else self.published
        title = f"{self.title} ({self.year})" if self.year and not self.published else self.title
        return ", ".join(filter(None, (self.author, title, where)))

    @property
    def key(self) -> str:
        """The BibTeX key of the published work.

        The BibTeX key of a work consists of the first author, the year and a word of the title. If the work has no
        author, the BibTeX key consists of two words of the title and the year.
        """
        if self.cited:
            return self.cited
        words = [word for word in re.findall(r"[a-z]+", self.title.lower()) if len(word) > 3]
        if not self.author:
            return f"{''.join(words[:2])}{self.year or ''}"
        name = re.sub(r"[^a-z]", "", self.author.split(" and ")[0].split()[-1].lower())
        return f"{name}{self.year or ''}{words[0]}"

    def bibtex(self) -> str:
        r"""Return the BibTeX entry of the published work.

        >>> print(BOUTON.bibtex())
        @article{bouton1901game,
          author = {C. L. Bouton},
          title = {{Nim, a game with a complete mathematical theory}},
          journal = {Ann. of Math.},
          volume = {3},
          year = {1901},
        }
        """
        journal = _JOURNAL.fullmatch(self.published) if self.author else None
        where = {"journal": journal[1], "volume": journal[2]} if journal else {"howpublished": self.published}
        fields = {
            "author": self.author,
            # The inner braces make BibTeX keep the capital letters of the title.
            "title": f"{{{self.title}}}".replace("&", r"\&"),
            **where,
            "year": str(self.year or ""),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        return "\n".join([f"@{'article' if journal else 'misc'}{{{self.key},", *lines, "}"])


# The five papers whose claims Sprague checks, each under a short key such as "ferguson".
PAPERS = {
    "ferguson": Work("Some chip transfer games", "T. S. Ferguson", "Theoret. Comput. Sci. 191", 1998),
    "sharing-nim": Work("Three-pile Sharing Nim and the quadratic time winning strategy"),
    "dynamic-nim": Work("n-pile Dynamic Nim with various endings", "A. Holshouser and H. Reiter"),
    "lengyel": Work("A note on a subtraction-transfer game", "T. Lengyel", "Integers 20", 2020),
    "nim": Work("The game of NIM", published="Problem of the Week 90", year=2004),
}
BOUTON = Work("Nim, a game with a complete mathematical theory", "C. L. Bouton", "Ann. of Math. 3", 1901)
DANAI = Work(
    "Two dimensional subtraction-transfer games",
    "A. Danai and P. Ellis and T. Thanatipanonda",
    "arXiv 2602.14325",
    2026,
)
CAINES = Work(
    "Periods in taking and splitting games",
    "I. Caines and C. Gates and R. K. Guy and R. J. Nowakowski",
    "Amer. Math. Monthly 106",
    1999,
)
CHOCOLATE = Work("Impartial chocolate bar games", "S. Nakamura and R. Miyadera", "Integers 15", 2015)
CHOCOLATE_STEPS = Work(
    "Chocolate games that satisfy the inequality y ≤ ⌊z/k⌋ for k = 1, 2 and Grundy numbers",
    "S. Nakamura and R. Hanafusa and W. Ogasa and T. Kitagawa and R. Miyadera",
    "Visual Mathematics 15",
    2013,
)
DAWSON = Work("Caissa's Wild Roses", "T. R. Dawson", year=1935)
DUDENEY = Work("The Canterbury Puzzles, puzzle 73", "H. E. Dudeney", year=1908)
EXACT_NIM = Work(
    "On the Sprague-Grundy function of exact k-Nim",
    "E. Boros and V. Gurvich and N. B. Ho and K. Makino and P. Mursic",
    "Discrete Appl. Math. 239",
    2018,
)
FLANIGAN = Work("Nim, Trim and Rim", "J. Flanigan", year=1980)
GRUNDY = Work("Mathematics and games", "P. M. Grundy", "Eureka 2", 1939)
GUY = Work("Unsolved problems in combinatorial games, problem 38", "R. K. Guy", year=1995)
GUY_SMITH = Work(
    "The G-values of various games", "R. K. Guy and C. A. B. Smith", "Proc. Cambridge Philos. Soc. 52", 1956
)
LASKER = Work("Brettspiele der Völker", "E. Lasker", year=1931)
MOORE = Work("A generalization of the game called Nim", "E. H. Moore", "Ann. of Math. 11", 1910)
TAKING_AND_BREAKING = Work(
    "Winning Ways, chapter 4: Taking and breaking", "E. R. Berlekamp and J. H. Conway and R. K. Guy", year=1982
)
WINNING_WAYS = Work("Winning Ways, volume 3")
WYTHOFF = Work("A modification of the game of Nim", "W. A. Wythoff", "Nieuw Arch. Wisk. 7", 1907)
SPRAGUE = Work(
    "Sprague, a laboratory for pile games", "{The Sprague authors}", f"version {__version__}", YEAR, cited="sprague"
)


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a game or a theorem: a published work, free text, or the key of a paper, such as "ferguson"."""

    origin: str | Work
    place: str = ""

    @property
    def work(self) -> Work | None:
        """The published work of the source, or None for free text."""
        return self.origin if isinstance(self.origin, Work) else PAPERS.get(self.origin)

    def __str__(self) -> str:
        return ", ".join(filter(None, (str(self.work or self.origin), self.place)))


def bibliography(works: Iterable[Work]) -> str:
    """Return the BibTeX entries of published works; each work occurs only once."""
    return "\n\n".join(work.bibtex() for work in dict.fromkeys(works)) + "\n"
