"""The web server under load: how long a move takes, and what it costs; and beside boardgame.io.

    python bench/load.py [--quick] [--write] [--folder FOLDER] [--only open edge closed]
    python bench/load.py --other OTHER/src [--quick] [--write]

Starts `fivesquare serve` on a fresh database in a temporary folder of FOLDER (on a real disk: /var/tmp) for
each scenario, and plays games of grow on it from this process. Every seat follows its game by a stream; a
request carries what a browser sends. Then the server is killed (-9), and every move that it acknowledged is
looked for in the database.

    open     1000 games, each moving every 5 s: 200 moves a second, 2000 streams; on SQLite and PostgreSQL
    edge     5000 games, each moving every 5 s: 1000 moves a second, 10,000 streams; on both
    closed   100 games, each moving as soon as both seats saw the last move; on both, and on boardgame.io in
             memory (npm installs it into bench/boardgameio), in turns

With `--other`, this edition and that of another checkout take turns on SQLite, in the open and in the
closed loop.

Times of the open loop count from the moment a move was due, whatever it had to wait for. `--write` puts the
section into results.md.
"""

from webload.report import main

if __name__ == "__main__":
    main()
