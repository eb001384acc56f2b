// node drive.js --games 100 --warm 1 --seconds 8: a closed loop, as ClosedLoop in ../webload/loops.py.
// A match moves as soon as both seats saw the last move, and is followed by another when it is over. Each seat
// has a connection that speaks the server's protocol (sync, update) without the client, which costs more than the
// server does. Prints one JSON object, milliseconds a move; writes "begin" and "end" to standard error when what counts does.
const io = require("socket.io-client");

const URL = `http://127.0.0.1:${process.env.PORT}`;
const option = (name) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]);
const SEATS = ["0", "1"];
const own = [];
const other = [];
let isGoing = true;
let isCounting = false;

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(URL + path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

async function sitDown(matchID, playerID) {
  const joined = await post(`/games/tic-tac-toe/${matchID}/join`, { playerID, playerName: `player ${playerID}` });
  const credentials = joined.playerCredentials;
  const socket = io(`${URL}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
  const seat = { state: null, hear: () => {} };
  seat.close = () => socket.disconnect();
  seat.move = (cell) => {
    const payload = { type: "clickCell", args: [cell], playerID, credentials };
    socket.emit("update", { type: "MAKE_MOVE", payload }, seat.state._stateID, matchID, playerID);
  };
  socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
  socket.on("update", (_, state) => {
    seat.state = state;
    seat.hear();
  });
  return new Promise((resolve) => {
    socket.on("sync", (_, info) => {
      seat.state = info.state;
      resolve(seat);
    });
  });
}

// The moment when a seat has seen that the turn has passed.
function passed(seat, turn) {
  return new Promise((resolve) => {
    seat.hear = () => {
      const ctx = seat.state.ctx;
      if (ctx.turn > turn || ctx.gameover) resolve(performance.now());
    };
  });
}

async function move(seats) {
  const { ctx, G } = seats[0].state;
  const mover = Number(ctx.currentPlayer);
  const free = [...G.cells.keys()].filter((cell) => G.cells[cell] === null);
  const began = performance.now();
  const both = [passed(seats[mover], ctx.turn), passed(seats[1 - mover], ctx.turn)];
  seats[mover].move(free[Math.floor(Math.random() * free.length)]);
  const [mine, theirs] = await Promise.all(both);
  if (isCounting) {
    own.push(mine - began);
    other.push(theirs - began);
  }
}

async function begin() {
  const { matchID } = await post("/games/tic-tac-toe/create", { numPlayers: 2 });
  return Promise.all(SEATS.map((playerID) => sitDown(matchID, playerID)));
}

async function play(seats) {
  while (isGoing) {
    while (isGoing && !seats[0].state.ctx.gameover) await move(seats);
    seats.forEach((seat) => seat.close());
    if (isGoing) seats = await begin();
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

async function main() {
  const matches = [];
  for (let number = 0; number < option("games"); number++) matches.push(await begin());
  matches.forEach(play);
  await pause(option("warm"));
  isCounting = true;
  process.stderr.write("begin\n");
  const began = performance.now();
  await pause(option("seconds"));
  isCounting = isGoing = false;
  process.stderr.write("end\n");
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(JSON.stringify({ seconds, answers: own, events: other }), () => process.exit(0));
}

main();
