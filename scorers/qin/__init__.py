"""Qin 秦. Reiner Knizia, eggertspiele 2012.

Source: the rules as published with the 2012 edition. How the match over both boards is tied is not stated there; it is
shared here.
"""
