"""Chang Cheng 長城. Walter Obert, 2007.

Sources: the write-ups gathered in the facts of this project; the last pages of the rulebook could not be read. What they leave open
is an option of the sheet: how far a tower protects, who loses when all with most walls are safe, what neutral walls do with two
players, and who scores when players are level for the overlord card.
"""
