"""The command `kafenio`: what may be typed. Each command's body is a module of `kafenio.commands`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import kafenio
from kafenio.bots.specs import listed, read_time
from kafenio.commands.line import Commands
from kafenio.errors import BadOptions
from kafenio.game import Game, load

__all__ = ["main"]

main = typer.Typer(
    name="kafenio",
    cls=Commands,
    help="Kontsina, Konchinka, Kozel and Ronda: play them, check records, ask the rules.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

# Arguments and options that several commands share.

GameName = Annotated[str, typer.Argument(metavar="GAME", help="kontsina, konchinka, kozel or ronda.")]
Preset = Annotated[str | None, typer.Option(metavar="NAME", help="A preset of the game.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option, which goes before the preset; lists as 1,3."),
]
Players = Annotated[int | None, typer.Option(metavar="N", help="The number of players, as --option players=N.")]
DealNumber = Annotated[int | None, typer.Option(metavar="D", min=1, help="The deal, from 1.")]
PlyNumber = Annotated[int | None, typer.Option(metavar="P", min=0, help="Before this play, from 0.")]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang", "--language", metavar="CODE", help="en, fr, ru, el, es or ar; unless told the one of your terminal."
    ),
]
MatchNumber = Annotated[int, typer.Option(metavar="M", min=1, help="The line of a .kaf.jsonl.")]


def chosen(name: str, preset: str | None, players: int | None, texts: list[str] | None) -> Game:
    """The game that a command line asks for; wrong options end the command."""
    try:
        game = load(name)
        given = list(texts or [])
        if players is not None:
            given.append(f"players={players}")
        keys = [text.partition("=")[0] for text in given]
        for key in keys:
            if keys.count(key) > 1:
                raise BadOptions(f"option {key} is given twice")
        return game.of(preset, **game.OPTIONS.parse(given))
    except BadOptions as e:
        refuse(str(e))


def spoken(language: str | None) -> str:
    """The language asked for, or that of the terminal; an unknown one ends the command."""
    from kafenio.i18n.catalog import LANGUAGES, preferred

    if language is not None and language not in LANGUAGES:
        refuse(f"--lang {language}: one of {', '.join(LANGUAGES)} expected")
    return language or preferred()


def refuse(text: str) -> NoReturn:
    """The command line itself is wrong: one line, exit code 2."""
    from kafenio.commands import WRONG, complain

    complain(text)
    raise typer.Exit(WRONG)


def version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kafenio {kafenio.__version__}, {'compiled' if kafenio.compiled else 'interpreted'}")
        raise typer.Exit


@main.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=version, is_eager=True, help="The version, and whether it is compiled."),
    ] = False,
) -> None:
    """Kontsina, Konchinka, Kozel and Ronda: play them, check records, ask the rules."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@main.command()
def verify(files: Annotated[list[str], typer.Argument(metavar="FILE…", help=".kaf or .kaf.jsonl")]) -> None:
    """Replay records and compare every point and total; tell the first difference."""
    from kafenio.commands import verify

    raise typer.Exit(verify.run(files))


@main.command()
def legal(
    where: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A record; with --position a game.")],
    deal: DealNumber = None,
    ply: PlyNumber = None,
    match: MatchNumber = 1,
    position: Annotated[str | None, typer.Option(metavar="JSON|@FILE", help="A bare position.")] = None,
) -> None:
    """The legal plays at a place of a record, or in a bare position."""
    from kafenio.commands import legal

    if position is not None:
        if deal is not None or ply is not None or match != 1:
            refuse("--position goes with a game; --deal, --ply and --match with a record")
        try:
            game = load(where)
        except BadOptions as e:
            refuse(str(e))
        raise typer.Exit(legal.of_position(game, position))
    if deal is None or ply is None:
        refuse("a record needs --deal and --ply, a game --position")
    raise typer.Exit(legal.of_record(where, match, deal, ply))


@main.command()
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help=".kaf or .kaf.jsonl")],
    deal: Annotated[int, typer.Option(metavar="D", min=1, help="The deal, from 1.")],
    ply: Annotated[int, typer.Option(metavar="P", min=0, help="Before this play, from 0.")],
    seat: Annotated[int | None, typer.Option(metavar="S", min=0, help="As this seat sees it; else all open.")] = None,
    match: MatchNumber = 1,
) -> None:
    """The position at a place of a record."""
    from kafenio.commands import show

    raise typer.Exit(show.run(file, match, deal, ply, seat))


@main.command()
def simulate(
    game: GameName,
    matches: Annotated[int, typer.Option(metavar="M", min=1, help="How many matches.")],
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same records.")],
    out: Annotated[str, typer.Option(metavar="FILE", help="A .kaf for one match, a .kaf.jsonl for many.")],
    players: Players = None,
    preset: Preset = None,
    option: OptionTexts = None,
    bots: Annotated[str, typer.Option(metavar="A,B,…", help="Bots by seat; random where none is named.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over FILE if there is one.")] = False,
) -> None:
    """Let bots play matches and write their records."""
    from kafenio.commands import simulate

    if not out.endswith((".kaf", ".kaf.jsonl")):
        refuse(f"--out {out}: .kaf or .kaf.jsonl expected")
    if matches > 1 and out.endswith(".kaf"):
        refuse(f"--out {out}: a .kaf holds one match; a .kaf.jsonl holds many")
    if not force and Path(out).exists():
        refuse(f"--out {out}: the file exists; --force writes over it")
    rules = chosen(game, preset, players, option)
    try:
        seats = simulate.seated(rules, listed(bots))
    except BadOptions as e:
        refuse(str(e))
    raise typer.Exit(simulate.run(rules, seats, matches, seed, out))


@main.command()
def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(metavar="A,B,…", help="Bots (level5, level8:time=1s) or programs (./mybot, cmd:python3 my.py)."),
    ],
    matches: Annotated[int, typer.Option(metavar="N", min=1, help="Matches of those who meet, up to whole sets.")],
    players: Players = None,
    preset: Preset = None,
    option: OptionTexts = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same result.")] = 1,
    time: Annotated[str | None, typer.Option(metavar="T", help="Time for a play, as 1s or 200ms.")] = None,
    iterations: Annotated[int | None, typer.Option(metavar="I", min=1, help="Iterations of a search instead.")] = None,
    deals: Annotated[int, typer.Option(metavar="D", min=0, help="Only so many deals of each match.")] = 0,
    workers: Annotated[
        int | None, typer.Option(metavar="W", min=1, help="Processes; as many as there are cores.")
    ] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the result there too.")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep every match there, and go on from what it holds.")
    ] = None,
) -> None:
    """Let bots play one another on the same cards with seats exchanged; who is better, and how sure that is."""
    from kafenio.commands import arena

    if time is not None and iterations is not None:
        refuse("--time or --iterations, not both")
    if ray is not None and workers is not None:
        refuse("--workers or --ray, not both")
    try:
        time_s = None if time is None else read_time(time)
    except BadOptions as e:
        refuse(f"--{e}")
    how = arena.How(workers or os.cpu_count() or 1, ray, json, resume, deals)
    rules = chosen(game, preset, players, option)
    raise typer.Exit(arena.run(rules, listed(bots), matches, seed, time_s, iterations, how))


@main.command()
def bot(name: Annotated[str, typer.Argument(metavar="NAME", help="A bot, as level5 or level8:time=1s.")]) -> None:
    """Be a bot for another program: read and answer the lines of docs/bots.md."""
    from kafenio.commands import bot

    raise typer.Exit(bot.run(name))


@main.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game; without it you are asked.")] = None,
    players: Players = None,
    preset: Preset = None,
    option: OptionTexts = None,
    seat: Annotated[
        list[str] | None, typer.Option(metavar="S", help="Your seat, 0 unless told; again for others here, or all.")
    ] = None,
    bots: Annotated[str, typer.Option(metavar="A,B,…", help="Bots of the other seats, or one for all.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed deals the same cards.")] = None,
    record: Annotated[str | None, typer.Option(metavar="FILE", help="Keep the match in this .kaf.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with the match of a record.")] = None,
    name: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Your name; again for others here.")] = None,
    lang: Language = None,
) -> None:
    """Play a match in this terminal, against bots or with others on the same device."""
    from kafenio.commands import play

    if record is not None and not record.endswith(".kaf"):
        refuse(f"--record {record}: .kaf expected")
    if resume is not None:
        if game or players or preset or option or seat or bots or name:
            refuse("--resume goes with --record and --seed only: the record tells the rest")
        raise typer.Exit(play.resume(resume, seed, record, spoken(lang)))
    if game is None and (players or preset or option):
        refuse("--players, --preset and --option need a game")
    rules = chosen(game, preset, players, option) if game else None
    seating = play.Seating(seat or [], name or [], listed(bots))
    raise typer.Exit(play.run(rules, seating, seed, record, spoken(lang)))


@main.command()
def rules(
    game: GameName,
    number: Annotated[str | None, typer.Argument(metavar="RULE", help="One rule, as R13.")] = None,
    players: Players = None,
    preset: Preset = None,
    option: OptionTexts = None,
    lang: Language = None,
) -> None:
    """The rules of a game in words, as they are under these options."""
    from kafenio.commands import rules

    asked = spoken(lang)
    raise typer.Exit(rules.run(chosen(game, preset, players, option), number, asked, strict=lang is not None))


@main.command()
def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, help="The port (8000); 0: any.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://… (sqlite:///kafenio.db).")
    ] = None,
    origin: Annotated[
        str | None, typer.Option(metavar="URL", help="Where browsers find it: https://play.example.org.")
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Show it in the browser of this machine.")] = False,
) -> None:
    """Serve live tables; KAFENIO_HOST, KAFENIO_PORT, KAFENIO_DATABASE and KAFENIO_ORIGIN say the same."""
    try:
        from kafenio.server.serve import run
    except ModuleNotFoundError as e:
        if (e.name or "").startswith("kafenio"):
            raise
        refuse(f"{e.name} is missing: pip install 'kafenio[server]'")
    raise typer.Exit(run(show, host=host, port=port, database=database, origin=origin))
