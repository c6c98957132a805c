"""The rules of a game in words, as they are under the options of one table.

The texts are the files `rules/LANGUAGE/GAME.md`: blocks between blank lines. A block is a heading (`## A turn`), or a
paragraph; one that states a rule begins with its number (`**R13** text`), and several may share it. Lines that begin with
`- ` are a list inside their paragraph. Cards and plays stand between backticks, and a screen draws their cards; between
two backticks on each side stands what is shown as it is typed. A block may begin with a line `{if EXPR}`: it is printed
only where EXPR holds, which is made of option names, whole numbers, quoted texts, true and false, tuples, parentheses,
== != < <= > >= in, not in, and, or, not. `{name}` in a text becomes that option's value. Headings with nothing below them
are left out.
"""

from __future__ import annotations

import ast
import operator
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from kafenio.i18n.words import Speech

__all__ = ["Block", "RulesError", "languages", "met", "plain", "printed", "rule", "rules", "words"]

WIDTH = 78
HARD = "\xa0"  # a space at which no line is broken
MARKS = re.compile(r"\*\*|`|\*(\S[^*]*)\*")  # of bold and code, and the words between those of emphasis

Options = Mapping[str, object]


class RulesError(ValueError):
    """A rules text that is missing or cannot be printed. Names the file, and the line where there is one."""


class Block(NamedTuple):
    """A heading or a paragraph, with the condition under which it is printed."""

    file: str
    line: int  # of the first line of `text`
    condition: ast.expr | None
    level: int  # of a heading, 0 for a paragraph
    number: str  # of the rule, or ""
    text: str
    names: tuple[tuple[str, int], ...]  # every option it names, and how many lines below its first line

    def error(self, message: str, below: int = 0) -> RulesError:
        """What is wrong in this block, `below` lines under its first."""
        return RulesError(f"{self.file}:{self.line + below}: {message}")


def rules(game: str, options: Options, language: str = "en") -> str:
    """The rules of a game under these options, as Markdown, one line a paragraph.

    `options` holds every option of the game: int, bool, str, Decimal, tuple or frozenset. RulesError for a missing text
    and for one that names an option which is not there.
    """
    return "\n\n".join(words(block, options, language) for block in printed(game, options, language))


def rule(game: str, options: Options, number: str, language: str = "en") -> str:
    """The paragraphs of one rule, as `rules` prints them. RulesError if these options print none of that number."""
    blocks = [block for block in printed(game, options, language) if block.number]
    found = [words(block, options, language) for block in blocks if block.number == number]
    if not found:
        last = max((block.number for block in blocks), key=lambda number: int(re.sub(r"\D", "", number)))
        raise RulesError(
            f"no rule {number!r} under these options; rules go from {blocks[0].number} to {last}, with gaps"
        )
    return "\n\n".join(found)


def plain(text: str, width: int = WIDTH) -> str:
    """Markdown of `rules` for a terminal: no marks, paragraphs at most so many columns wide."""
    return "\n\n".join("\n".join(wrapped(block, min(width, WIDTH))) for block in text.split("\n\n"))


def languages(game: str) -> tuple[str, ...]:
    """The languages in which the rules of a game are written, sorted."""
    folders = resources.files("kafenio.i18n").joinpath("rules").iterdir()
    return tuple(sorted(f.name for f in folders if f.is_dir() and f"{game}.md" in {page.name for page in f.iterdir()}))


def wrapped(block: str, width: int) -> Iterable[str]:
    """The lines of one block for a terminal; a play between backticks stays on one line."""
    block = re.sub(r"^#+ ", "", re.sub(r"(`+)[^`]*\1", lambda play: play[0].replace(" ", HARD), block))
    for line in MARKS.sub(r"\1", block).split("\n"):
        indent = "  " if line.startswith("- ") else ""
        for short in textwrap.wrap(
            line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        ):
            yield short.replace(HARD, " ")


# Reading a text.


@cache
def blocks_of(game: str, language: str) -> tuple[Block, ...]:
    """The text of a game, read once."""
    if language not in languages(game):
        written = ", ".join(languages(game)) or "none"
        raise RulesError(f"no rules of {game!r} in language {language!r}; languages: {written}")
    page = resources.files("kafenio.i18n").joinpath("rules", language, f"{game}.md")
    return read(page.read_text(encoding="utf-8"), f"{language}/{game}.md")


def read(text: str, file: str) -> tuple[Block, ...]:
    """The blocks of a text. RulesError, with the line, for what is no block."""
    blocks: list[Block] = []
    lines: list[str] = []
    for n, line in enumerate([*text.splitlines(), ""]):
        if line.strip():
            lines.append(line.rstrip())
        elif lines:
            blocks.append(read_block(lines, file, n + 1 - len(lines)))
            lines = []
    return tuple(blocks)


def read_block(lines: list[str], file: str, line: int) -> Block:
    """One block from its lines, the first of which is `line` of the file."""
    condition = None
    if lines[0].startswith("{if"):
        if not (match := re.fullmatch(r"\{if (.+)\}", lines[0])) or not lines[1:]:
            raise RulesError(f"{file}:{line}: a line {{if EXPR}} and a text below it expected")
        condition = parse(match[1], f"{file}:{line}")
        lines, line = lines[1:], line + 1
    heading = re.match(r"(#{1,6}) \S", lines[0])
    if heading and len(lines) > 1:
        raise RulesError(f"{file}:{line}: a heading stands alone, between blank lines")
    numbered = re.match(r"\*\*(R\d+[a-z]?)\*\* \S", lines[0])
    if lines[0].startswith(("#", "**R")) and not (heading or numbered):
        raise RulesError(f"{file}:{line}: a heading '## Text' or a rule '**R1** Text' expected, not {lines[0][:20]!r}")
    level = len(heading[1]) if heading else 0
    for n, text in enumerate(lines):
        if re.search(r"[{}]", PLACEHOLDER.sub("", text)):
            where = f"{file}:{line + n}"
            raise RulesError(
                f"{where}: a brace that belongs to no {{name}}; {{if EXPR}} is the first line of its block"
            )
    number = numbered[1] if numbered else ""
    return Block(file, line, condition, level, number, "\n".join(lines), tuple(names(condition, lines)))


PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


# Conditions.

Compare = Callable[[object, object], bool]

COMPARE: dict[type[ast.cmpop], Compare] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: lambda a, b: number(a) < number(b),
    ast.LtE: lambda a, b: number(a) <= number(b),
    ast.Gt: lambda a, b: number(a) > number(b),
    ast.GtE: lambda a, b: number(a) >= number(b),
    ast.In: lambda a, b: a in members(b),
    ast.NotIn: lambda a, b: a not in members(b),
}


def parse(text: str, where: str) -> ast.expr:
    """A condition. RulesError for anything that is not of the small language."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as e:
        raise RulesError(f"{where}: {text!r} is no condition: {e.msg}") from None
    for node in ast.walk(tree):
        if not allowed(node):
            raise RulesError(f"{where}: {text!r}: {type(node).__name__} has no place in a condition")
    return tree


def allowed(node: ast.AST) -> bool:
    """Whether the small language of conditions has this."""
    match node:
        case ast.Constant(value=value):
            return type(value) in (int, str)
        case ast.BoolOp() | ast.Compare() | ast.Name() | ast.Tuple():
            return True
        case ast.UnaryOp(op=op):
            return isinstance(op, ast.Not)
        case _:
            return isinstance(node, (ast.And, ast.Or, ast.Not, ast.Load, *COMPARE))


def names(condition: ast.expr | None, lines: list[str]) -> Iterable[tuple[str, int]]:
    """Every option that a condition or the text below it names, and how many lines below the text's first line."""
    for node in ast.walk(condition) if condition else ():
        if isinstance(node, ast.Name) and node.id not in ("true", "false"):
            yield node.id, -1
    for n, line in enumerate(lines):
        for match in PLACEHOLDER.finditer(line):
            yield match[1], n


def value(node: ast.expr, options: Options) -> object:
    """What an expression is under these options. TypeError for values that do not go together."""
    match node:
        case ast.Constant(value=constant):
            return constant
        case ast.Name(id="true" | "false" as name):
            return name == "true"
        case ast.Name(id=name):
            return options[name]
        case ast.Tuple(elts=elements):
            return tuple(value(e, options) for e in elements)
        case ast.UnaryOp(operand=operand):
            return not truth(operand, options)
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(truth(part, options) for part in parts)
        case ast.BoolOp(values=parts):
            return any(truth(part, options) for part in parts)
        case ast.Compare(left=left, ops=ops, comparators=others):
            operands = [value(e, options) for e in (left, *others)]
            return all(COMPARE[type(op)](a, b) for op, a, b in zip(ops, operands, operands[1:], strict=False))
    raise AssertionError(ast.dump(node))


def truth(node: ast.expr, options: Options) -> bool:
    """The same for what must be true or false: an option that is a number or a text has to be compared."""
    found = value(node, options)
    if not isinstance(found, bool):
        raise TypeError(f"{ast.unparse(node)} is {found!r}, neither true nor false")
    return found


def met(condition: str, options: Options, where: str) -> bool:
    """Whether a condition holds that stands elsewhere than in a text; `where` names the place for errors."""
    try:
        return truth(parse(condition, where), options)
    except (KeyError, TypeError) as e:
        raise RulesError(f"{where}: {condition!r}: {e}") from None


def number(found: object) -> int | Decimal:
    """Either side of `<`."""
    if isinstance(found, int | Decimal) and not isinstance(found, bool):
        return found
    raise TypeError(f"{found!r} is no number")


def members(values: object) -> tuple[object, ...] | frozenset[object]:
    """The right side of `in`."""
    if isinstance(values, tuple | frozenset):
        return values
    raise TypeError(f"{values!r} has no members")


# Printing.


def printed(game: str, options: Options, language: str) -> list[Block]:
    """The blocks that are printed under these options, in order."""
    blocks = blocks_of(game, language)
    for block in blocks:
        for name, below in block.names:
            if name not in options:
                raise block.error(f"no option {name!r}; options: {', '.join(sorted(options))}", below)
    kept: list[Block] = []
    for block in reversed(blocks):
        wanted = not block.level or (kept and (not kept[-1].level or kept[-1].level > block.level))
        if wanted and holds(block, options):
            kept.append(block)
    return kept[::-1]


def holds(block: Block, options: Options) -> bool:
    """Whether a block is printed under these options."""
    try:
        return block.condition is None or truth(block.condition, options)
    except TypeError as e:
        raise block.error(str(e), -1) from None


def words(block: Block, options: Options, language: str) -> str:
    """The text of a block: one line, and one for each item of a list."""
    lines = block.text.split("\n")
    for n, line in enumerate(lines):
        try:
            lines[n] = PLACEHOLDER.sub(lambda match: in_words(options[match[1]], language), line)
        except TypeError as e:
            raise block.error(str(e), n) from None
    return re.sub(r"\n(?!- )\s*", " ", "\n".join(lines))


def in_words(value: object, language: str) -> str:
    """An option's value for a reader: 7; 1, 2 and 4; 0.50; the seat's number of `seat:2`."""
    if isinstance(value, bool) or value in ((), frozenset()):
        raise TypeError(f"{value!r} cannot be put in words here: use a condition")
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return Speech(language).listed([in_words(item, language) for item in items])
    return str(value).removeprefix("seat:").replace("_", " ")
