"""The tables, as they are in the newest edition; migrations/ brings every older one here."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("record", Text, nullable=False),  # JSON: book, board, players, seed
    Column("created", Float(53), nullable=False, index=True),  # seconds since 1970
)

keys = Table(
    "keys",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
    Index("ix_keys_hash", "hash"),
    sqlite_with_rowid=False,
)

# Without a row id the rows of a game lie beside each other, and appending touches one page.
entries = Table(
    "entries",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("what", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    sqlite_with_rowid=False,
)
