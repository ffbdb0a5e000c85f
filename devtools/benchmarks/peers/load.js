// The load: what the client of boardgame.io sends. For each line "SOCKETS COUNT" it makes COUNT looks and then COUNT moves
// on every socket, each in a new match, and says when it is ready, has looked and has moved; it goes on after an empty line.
const { io } = require('socket.io-client');
const lines = require('readline').createInterface({ input: process.stdin })[Symbol.asyncIterator]();

const [port] = process.argv.slice(2);
const SEATS = 4;

async function post(path, body) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`http://127.0.0.1:${port}/games/cards/${path}`, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function open() {
  const { matchID } = await post('create', { numPlayers: SEATS });
  const credentials = [];
  for (let seat = 0; seat < SEATS; seat++) {
    credentials.push((await post(`${matchID}/join`, { playerID: String(seat), playerName: 'x' })).playerCredentials);
  }
  const socket = io(`http://127.0.0.1:${port}/cards`, { transports: ['websocket'], forceNew: true });
  const match = { matchID, credentials, socket };
  await look(match);
  return match;
}

function answered(match, kind, ...message) {
  return new Promise((resolve) => {
    match.socket.once(kind, (id, found) => resolve(kind === 'sync' ? found.state : found));
    match.socket.emit(...message);
  });
}

async function look(match) {
  match.state = await answered(match, 'sync', 'sync', match.matchID, '0', match.credentials[0], SEATS);
}

async function move(match) {
  const { ctx, _stateID } = match.state;
  const seat = ctx.currentPlayer;
  const payload = { type: 'act', args: [Math.floor(Math.random() * 1e6)], playerID: seat };
  payload.credentials = match.credentials[seat];
  match.state = await answered(match, 'update', 'update', { type: 'MAKE_MOVE', payload }, _stateID, match.matchID, seat);
  if (match.state._stateID === _stateID) throw new Error('the move was refused');
}

async function times(count, matches, step) {
  await Promise.all(matches.map(async (match) => { for (let n = 0; n < count; n++) await step(match); }));
}

(async () => {
  for (let line; (line = (await lines.next()).value); ) {
    const [sockets, count] = line.split(' ').map(Number);
    const matches = [];
    for (let n = 0; n < sockets; n++) matches.push(await open());
    for (const step of [look, move]) {
      console.log('ready');
      await lines.next();
      await times(count, matches, step);
      console.log('done');
    }
    for (const match of matches) match.socket.close();
  }
  process.exit();
})();
