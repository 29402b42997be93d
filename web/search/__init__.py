"""Full-text search in the rules.

SQLite FTS5 only chooses the sections that `ranking` ranks. Ranking by FTS5's `bm25()` was tried on the queries in tests/support. With
column weights (names 10, chapter 3, text 1) it put the answer first for 76 to 89 % of the queries of a table; with stems and synonyms as
tokens, and a row for every name in a second table, for 93.6 to 98.7 %. The present ranking does so for 97.7 to 100 % (tests: 95 %).
`bm25()` takes a row's length over all columns, adds up the synonyms of a word, and cannot rate an exact match above one by a prefix.
"""
