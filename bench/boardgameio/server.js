// boardgame.io's server as its documentation starts it: games are kept in memory.
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game");

Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] }).run({ port: Number(process.env.PORT) });
