"""Full-text search in the rules.

SQLite FTS5 only chooses the sections that `ranking` ranks. Ranking by FTS5's `bm25()` was tried. With column weights (names 10, chapter 3,
text 1) 76 to 89 % of the queries of a table in tests/support/rules found their section first; with stems and synonyms as tokens of their
own, and a row for every name in a second table, 93.6 to 98.7 %, where 97.7 to 100 % do now. The tests ask for 95 %. `bm25()` counts a row's
length over all columns, adds up the synonyms of a word, and cannot say that a match in a name is worth more than one by a prefix.
"""
