"""Chang Cheng 長城. Walter Obert, 2007.

Sources: published summaries of the rules; the last pages of the rulebook could not be read. What they leave open is an
option of the sheet: how far a tower protects, who loses when all players with most walls are safe, what neutral walls
do with two players, and who scores when players are tied for the overlord card.
"""
