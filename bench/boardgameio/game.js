// Tic-tac-toe as in boardgame.io's tutorial, on 5 x 5 cells: games as long as those of grow.
const SIDE = 5;
const cells = [...Array(SIDE).keys()];
const LINES = [
  ...cells.map((row) => cells.map((column) => row * SIDE + column)),
  ...cells.map((column) => cells.map((row) => row * SIDE + column)),
  cells.map((cell) => cell * SIDE + cell),
  cells.map((cell) => cell * SIDE + SIDE - 1 - cell),
];

exports.TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(SIDE * SIDE).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, id) {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
  },
  endIf({ G, ctx }) {
    const isFull = (line) => line.every((cell) => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]]);
    if (LINES.some(isFull)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};
