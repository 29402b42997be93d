"""Three lands of Honshu whose winner depends on whether blocks of fallow fields may overlap."""

from urllib.parse import urlencode

LANDS = {
    "0.map": "A A A T/A A A T/F T T T/F F L L",
    "1.map": "A A A F F/A A A T T/F F F F T/L L L Mb3 T/. . Mn2 Pb* T",
    "2.map": "F F A A/T A A T/T T F T/T L L Mb4/T T T Pb*/T T F F/L L L L",
}
"""A block is worth 5. Two blocks that overlap are one where they may not share a field, and two where they may.

Ann: fallow 5, forest 3 × 2, town 5, a lake of 2: 3 = 19. Bo: fallow 5, forest 6 × 2, town 5, a lake of 3: 6, factory 3 = 31. Cleo: forest
5 × 2, town 9, lakes of 2 and 4: 3 + 9, factory 4 = 35. Where blocks may overlap, Ann has 24 and Bo 36.
"""
DEPENDS = "n=3&end_card=fallow_blocks&" + urlencode({"0.name": "Ann", "1.name": "Bo", "2.name": "Cleo"} | LANDS)
"""The link of the sheet, under the card that pays for blocks, which may not overlap."""
