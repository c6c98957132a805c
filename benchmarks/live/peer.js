// boardgame.io's own server with the simplest game that is like a card game: one move a turn, a view of about 0.9 KB.
// Run as `node peer.js memory` or `node peer.js FOLDER` (its FlatFile store) where boardgame.io is installed.
const { Server, FlatFile } = require("boardgame.io/server");

const cards = [];
for (const rank of "A23456789TJQK") for (const suit of "cdhs") cards.push(rank + suit);

const game = {
  name: "bench",
  setup: () => ({ hands: [cards.slice(0, 4), cards.slice(4, 8)], table: cards.slice(8, 30), pile: cards.slice(30, 52), n: 0 }),
  moves: {
    play: ({ G }, card) => {
      G.n += 1;
      G.table.push(card);
      G.table.shift();
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => "??"))),
    pile: G.pile.map(() => "??"),
  }),
};

const store = process.argv[2];
const server = Server({
  games: [game],
  origins: ["http://127.0.0.1"],
  ...(store === "memory" ? {} : { db: new FlatFile({ dir: store }) }),
});
server.run(0).then(({ appServer }) => console.log(`serves at port ${appServer.address().port}`));
