"""Language models at the board, by Inspect: any provider it knows, its logs, its viewer, its retries."""
