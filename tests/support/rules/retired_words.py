"""Words that the tables of terms retired, so that no page uses two for one thing.

Each row: the games it holds for (or every game), the language, a pattern of what was written, and what is written now. The words stay
where players type them: in a game's aliases.tsv.
"""

EVERY_GAME = ""
FINISHED = ("chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan")
"""Games whose rules and sheets are written by these tables."""

RETIRED = [
    # Every game, in English.
    (EVERY_GAME, "en", r"\bstart player", "starting player"),
    (EVERY_GAME, "en", r"\bturn(?:ed|s)? up\b", "turn face up, reveal"),
    (EVERY_GAME, "en", r"\btak(?:e|es|en|ing) (?:\w+ ){0,2}(?:out|away)\b", "remove"),
    (EVERY_GAME, "en", r"\b(?:take|takes|taken) off\b", "subtract"),
    (
        EVERY_GAME,
        "en",
        r"\bwith most\b|(?<!the )(?<!next )\bmost (?:walls|points|votes|offices|pagodas) (?:win|score|lose)",
        "with the most",
    ),
    (EVERY_GAME, "en", r"\b\d+ a (?:square|space|card|piece|point)\b", "per"),
    (EVERY_GAME, "en", r"\b(?:it|that) is inferred\b|\binferred from\b", "(Not in the rules; we infer it because …)"),
    (EVERY_GAME, "en", r"\bone's own\b|\bthe player in turn\b", "you, the player, the active player"),
    (EVERY_GAME, "en", r"\bpays (?:\d+|nothing|most)\b", "score, be worth"),
    (EVERY_GAME, "en", r"\bWithout the card this line\b|\bthis line (?:is|holds)\b", "category"),
    (EVERY_GAME, "en", r"\bneighbouring\b", "adjacent"),
    (EVERY_GAME, "en", r"\bSay (?:how|what|whether|which|in which|for)\b", "Choose"),
    # Every game, in Chinese.
    (EVERY_GAME, "zh-Hant", "橙", "橘"),
    (EVERY_GAME, "zh-Hant", r"[\d一二三四每]塊[^。，；]{0,8}板塊", "個"),
    (EVERY_GAME, "zh-Hant", "「算分」", "Tally"),
    (EVERY_GAME, "zh-Hant", "塞到|塞進", "墊到"),
    (EVERY_GAME, "zh-Hant", "路網|土地", "網絡、領地"),
    (EVERY_GAME, "zh-Hant", "兩場對戰", "兩面對戰"),
    (EVERY_GAME, "zh-Hant", "是推論的|由[^。]*推論|沒有明說", "（規則未寫明；我們的推論：…）"),
    (EVERY_GAME, "zh-Hant", "拿到一邊", "移除"),
    (EVERY_GAME, "zh-Hant", "都沒有關係|誰都|別的(?!事)", "其他"),
    (EVERY_GAME, "zh-Hant", "沒有找到", "查不到"),
    (EVERY_GAME, "zh-Hant", r"\bAnn\b|\bBo\b", "小安、小明"),
    (EVERY_GAME, "zh-Hant", r"(?<=[\u3400-\u9fff]) (?=[A-Za-z0-9%])|(?<=[0-9]) (?=[\u3400-\u9fff])", "no blank"),
    # Hansa Teutonica.
    ("hansa_teutonica", "en", r"\bset(?:s|ting)? up (?:an|the|ordinary|your) .*office", "establish an office"),
    ("hansa_teutonica", "zh-Hant", "當回合", "本回合"),
    ("hansa_teutonica", "zh-Hant", "版圖面", "2–3人版圖、4–5人版圖"),
    # Honshu.
    ("honshu", "zh-Hant", "褐", "棕"),
    ("honshu", "zh-Hant", "中央的城鎮", "被城鎮包圍的城鎮"),
    ("honshu", "en", r"\b[Tt]owns in the middle\b", "surrounded town"),
    # Trajan.
    ("trajan", "zh-Hant", "拿光一個托盤|(?<!配)分行動標記", "分配行動標記"),
    ("trajan", "en", r"\bpoints track\b(?<!victory points track)", "victory point track"),
    # Qin.
    ("qin", "zh-Hant", "加蓋|對抗", "建造、對戰"),
    ("qin", "en", r"\bforbidden\b", "not allowed"),
    # Chang Cheng.
    ("chang_cheng", "en", r"\bjoins of the boards\b", "seams between boards"),
    ("chang_cheng", "en", r"\bcarr(?:y|ied) (?:the cards |them )out\b", "resolve"),
    ("chang_cheng", "en", r"\bkept for\b", "reserved"),
    ("chang_cheng", "zh-Hant", "拿走", "移除"),
    ("chang_cheng", "zh-Hant", "地區|(?<!蒙古)區域的威脅板塊", "蒙古區域"),
    ("chang_cheng", "zh-Hant", "省份的分數|省份分數", "省份的價值"),
    ("chang_cheng", "zh-Hant", "一樣多|一樣長", "並列最多、並列最長"),
    ("chang_cheng", "zh-Hant", "一列城牆|最長的一列", "連續城牆"),
    ("chang_cheng", "zh-Hant", "扣足", "扣全部"),
    ("chang_cheng", "zh-Hant", "立在", "未被摧毀"),
    ("chang_cheng", "zh-Hant", "偵查", "偵察"),
]
