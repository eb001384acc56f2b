"""All against all, from both seats, on the same boards for each pair: who is stronger, and is that sure?"""
