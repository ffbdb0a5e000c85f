// A card game of UNO's kind for boardgame.io: match color or rank, skips, reversals, draws, wilds. Cards are [color, rank].
const { PlayerView } = require('boardgame.io/core');

const COLORS = 4;
const [SKIP, REVERSE, DRAW_TWO, WILD] = [10, 11, 12, 13];

function deck() {
  const cards = [];
  for (let color = 0; color < COLORS; color++) {
    for (let rank = 0; rank <= DRAW_TWO; rank++) cards.push([color, rank], [color, rank]);
    cards.push([COLORS, WILD]);
  }
  return cards;
}

function draw(G, random, seat, count) {
  for (let n = 0; n < count; n++) {
    if (!G.secret.deck.length) {
      G.secret.deck = random.Shuffle(G.pile.splice(0, G.pile.length - 1));
      if (!G.secret.deck.length) return;
    }
    G.players[seat].push(G.secret.deck.pop());
  }
}

// Play one of the cards that fit, `choice` says which; draw if there is none.
function act({ G, ctx, events, random }, choice) {
  const hand = G.players[ctx.currentPlayer];
  const top = G.pile[G.pile.length - 1];
  const fitting = hand.flatMap(([color, rank], n) => (rank === WILD || color === G.color || rank === top[1] ? [n] : []));
  let steps = 1;
  if (fitting.length) {
    const [card] = hand.splice(fitting[choice % fitting.length], 1);
    G.pile.push(card);
    G.color = card[1] === WILD ? choice % COLORS : card[0];
    if (card[1] === REVERSE) G.direction = -G.direction;
    if (card[1] === SKIP || card[1] === DRAW_TWO) steps = 2;
    if (card[1] === DRAW_TWO) draw(G, random, next(G, ctx, 1), 2);
    if (!hand.length) draw(G, random, ctx.currentPlayer, 7); // the match goes on: a sample has as many moves as asked
  } else draw(G, random, ctx.currentPlayer, 1);
  events.endTurn({ next: String(next(G, ctx, steps)) });
}

const next = (G, ctx, steps) => (Number(ctx.currentPlayer) + G.direction * steps + 2 * ctx.numPlayers) % ctx.numPlayers;

exports.game = {
  name: 'cards',
  setup: ({ ctx, random }) => {
    const cards = random.Shuffle(deck());
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = cards.splice(0, 7);
    const first = cards.splice(cards.findIndex(([, rank]) => rank < SKIP), 1);
    return { players, pile: first, color: first[0][0], direction: 1, secret: { deck: cards } };
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: { act: { move: act, client: false } },
};
