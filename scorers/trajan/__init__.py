"""Trajan. Stefan Feld, Ammonit Spiele 2011.

Sources: the rules as published with the 2011 edition; the point for each waiting Trajan tile comes from the second
edition of the rules. The sides of the bonus tiles were read from the printed tiles and agree with two public
implementations of the game.
"""
