"""A bot of your own on a Kafenio server: it comes in by an invitation, sits down and plays until the match is over.

    python examples/bot.py https://play.example.org 'https://play.example.org/t/TABLE#CODE' --name Robot

It takes as many cards as it can. With `--token` it plays for the person who has made the token.
"""

from __future__ import annotations

import argparse
import asyncio

from kafenio.client import Client
from kafenio.server import wire


def choose(now: wire.Now) -> str:
    """The play that names the most cards."""
    return max(now.legal, key=lambda play: play.count("+") + 2 * (" x " in play))


async def play(server: str, link: str, name: str, token: str) -> str:
    async with Client(server, token) if token else await Client.guest(server, name) as client:
        key = await client.join(link)
        async with client.table(key) as table:
            seat = await table.sit()
            await table.say("hello")
            await table.agree()
            print(f"{table.state.title}, seat {seat}")
            async for now in table.turns():
                await table.play(choose(now))
            await table.say("good_game")
        return await client.record(key)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("server")
    parser.add_argument("link", help="the invitation")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--token", default="")
    given = parser.parse_args()
    print(asyncio.run(play(given.server, given.link, given.name, given.token)))
