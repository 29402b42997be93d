"""Honshu 本州. Kalle Malmioja, Lautapelit.fi 2016, with its eight optional scoring cards.

Source: the rulebook and the printed cards of that edition. Several scoring cards show only symbols; each open
interpretation is an option.
"""
