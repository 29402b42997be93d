"""Hansa Teutonica 漢薩同盟. Andreas Steding, Argentum 2009.

Sources: the rules as published with the 2009 edition; the Big Box rulebook (2020) for its tie, its limits and its
modules; for each board those named in its file.
"""
