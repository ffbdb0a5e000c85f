// boardgame.io over PostgreSQL: node server.js PORT DATABASE_URL
const { Server } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { game } = require('./game');

const [port, database] = process.argv.slice(2);
Server({ games: [game], db: new PostgresStore(database, { logging: false }), origins: ['*'] }).run(Number(port));
