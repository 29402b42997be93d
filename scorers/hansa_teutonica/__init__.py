"""Hansa Teutonica 漢薩同盟. Andreas Steding, Argentum 2009.

Sources: the rules as published with the 2009 edition, the Big Box rulebook (2020) for its tie and its limits, and for the map both
sides of the printed board. Expansions (other maps, mission cards, Emperor's Favour) are not scored here.
"""
