"""How texts are joined into one text, and texts of texts into one.

Tokens stand with a mark between them. A mark inside a token is preceded by a backslash; a token that begins or ends
with a backslash, or stands in single quotes, is put in single quotes. A text that is a token of a token has two
backslashes before its marks, and so on.

Two nestings are so deep that they are read in one pass, by counting backslashes: the commands of a game, which are a
tree, and the traits of a piece, of which each holds the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orsha.kernel import Damaged

ESC, TAB, BACKSLASH, QUOTE = "\x1b", "\t", "\\", "'"
_ODD_FIRST, _ODD_LAST = (TAB, BACKSLASH, QUOTE), (BACKSLASH, QUOTE)
"""With these a link, or what it lies in, can come into quotes."""
MOST_TOKENS = 20_000
"""Tokens of one text: a command, a trait, a state."""
MOST_DEPTH = 400
"""Traits of a piece; the largest published ones have under a hundred."""
MOST_WORK = 20_000_000
"""Letters that are looked at for pieces whose traits have to be taken out of each other one by one."""
MOST_COMMANDS = 40_000
MOST_LEVELS = 60


def split(text: str, mark: str) -> list[str]:
    """A text's tokens; at least one."""
    pieces = _pieces(text, mark, MOST_TOKENS)
    if BACKSLASH not in text and QUOTE not in text:
        return pieces
    tokens: list[str] = []
    held: list[str] = []
    for piece in pieces[:-1]:
        if piece.endswith(BACKSLASH):
            held.append(piece[:-1])
        else:
            tokens.append(_unquoted(mark.join([*held, piece])))
            held.clear()
    tokens.append(_unquoted(mark.join([*held, pieces[-1]])))
    return tokens


def join(tokens: Iterable[str], mark: str) -> str:
    return mark.join(_quoted(token).replace(mark, BACKSLASH + mark) for token in tokens)


def _pieces(text: str, mark: str, most: int) -> list[str]:
    if text.count(mark) >= most:
        raise Damaged(f"a part of the saved game has more than {most} tokens; none has")
    return text.split(mark)


def _quoted(token: str) -> str:
    odd = token.startswith(BACKSLASH) or token.endswith(BACKSLASH)
    return QUOTE + token + QUOTE if odd or _in_quotes(token) else token


def _unquoted(token: str) -> str:
    return token[1:-1] if _in_quotes(token) else token


def _in_quotes(token: str) -> bool:
    return len(token) > 1 and token[0] == QUOTE and token[-1] == QUOTE


def _run(piece: str) -> int:
    """How many backslashes a piece ends with."""
    return len(piece) - len(piece.rstrip(BACKSLASH))


# -- traits: each is followed by a TAB and the next, in which every TAB has one backslash more


class Work:
    """How many letters may still be looked at more than once."""

    def __init__(self, most: int = MOST_WORK) -> None:
        self.left = most

    def take(self, letters: int) -> None:
        self.left -= letters
        if self.left < 0:
            raise Damaged("the traits of the pieces lie in each other in too many quotes")


def unchain(text: str, work: Work | None = None) -> list[str]:
    """The links of a chain, the outermost first."""
    links: list[str] = []
    held: list[str] = []
    pieces = _pieces(text, TAB, MOST_TOKENS)
    for piece in pieces[:-1]:
        depth, run = len(links), _run(piece)
        if run < depth:
            raise Damaged("the traits of a piece do not lie in each other")
        if run > depth:
            held.append(piece[: -depth - 1])
            continue
        links.append(TAB.join([*held, piece[: len(piece) - depth]]))
        held.clear()
        if len(links) > MOST_DEPTH:
            raise Damaged(f"a piece has more than {MOST_DEPTH} traits; none has")
    links.append(TAB.join([*held, pieces[-1]]))
    return links if not _any_quote(links) else _peeled(text, work or Work())


def _any_quote(links: Iterable[str]) -> bool:
    return any(link.startswith(QUOTE) or link.endswith(QUOTE) for link in links)


def _peeled(text: str, work: Work) -> list[str]:
    """The same, link by link: quotes around a link, or around all that is in it, come off in their turn."""
    links: list[str] = []
    while TAB in text:
        work.take(len(text))
        first, *inner = split(text, TAB)
        if len(inner) != 1 or len(links) >= MOST_DEPTH:
            raise Damaged("the traits of a piece do not lie in each other")
        links.append(first)
        text = inner[0]
    return [*links, text]


def chain(links: Sequence[str]) -> str:
    """The way back. The innermost has no TAB in it."""
    if any(link[:1] in _ODD_FIRST or link[-1:] in _ODD_LAST for link in links if link):
        text = links[-1]
        for link in reversed(links[:-1]):
            text = join([link, text], TAB)
        return text
    parts: list[str] = []
    for depth, link in enumerate(links):
        parts.append(link.replace(TAB, BACKSLASH * (depth + 1) + TAB))
        if depth < len(links) - 1:
            parts.append(BACKSLASH * depth + TAB)
    return "".join(parts)


# -- commands: a tree, written as a list in which each has its level


def levels(text: str) -> list[tuple[int, str]]:
    """Each command's level in the tree and its own text; the first is the root, at level 0."""
    if text.count(ESC) >= MOST_COMMANDS:
        raise Damaged(f"the saved game has more than {MOST_COMMANDS} commands; none has")
    found: list[tuple[int, str]] = []
    level = 0
    pieces = text.split(ESC)
    for piece in pieces[:-1]:
        run = _run(piece)
        if run >= MOST_LEVELS:
            raise Damaged(f"the commands of the saved game lie in each other more than {MOST_LEVELS} times; none do")
        found.append((level, piece[: len(piece) - run]))
        level = run + 1
    found.append((level, pieces[-1]))
    return found


def tree(commands: Iterable[tuple[int, str]]) -> str:
    """The way back, to the letter."""
    parts: list[str] = []
    for level, text in commands:
        if parts or level:
            parts.append(BACKSLASH * (level - 1) + ESC)
        parts.append(text)
    return "".join(parts)
