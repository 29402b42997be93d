"""Rewrites, synonyms and stop words for all games; each game's own aliases are in its folder.

All of it is folded as by `web.search.text.fold`: no capitals, no accents, simplified characters.
"""

REWRITES = (
    (r"(?<=\d) ?x ?(?=\d)", "×"),
    (r"\bset[- ]?ups?\b", "set up"),
    (r"\btie[- ]?break\w*", "tie"),
    (r"\b(?:2|two)[- ]?p(?:layers?|eople)?\b", "two player"),
    (r"(?<=\b[3-9])[- ]?p\b", "player"),
    (r"\bwho (?:starts?|begins?|(?:goes|is) first)\b|\b(?:start|first) player", "starting player"),
    (r"\b(?:cheat ?sheet|player aid|reference card|summary)s?\b", "quick reference"),
    (r"\b(?:equal|same) (?:points|scores?)\b", "tie"),
    (r"\b(?:at|in) the end\b(?! of)", "final"),
    (r"(?<![\d十第])(?:2|二|双|两)个?人", "两人"),
    (r"(?<![\d十第])(?:[3-9]|三|四|五)个?人", "人数"),
    ("先手|谁(?:最|可以)?先(?:开始|出|走|玩)?(?![挑选拿])|谁开始|首位玩家|起手玩家", "起始玩家"),
    ("[怎如][么何]?算(?!分)|几分|多少分", "计分"),
    ("最后(?!一)|结束时", "最终"),
    ("(?:可以|怎么|能|何时|时候)用(?![完途到])|用法", "使用"),
    (r"(?<![一二三四五六七八九\d])十(?![一二三四五六七八九几])", "10"),
    ("参考卡|提示卡|玩家帮助|小抄", "速查"),
)
"""(Pattern in the query, replacement)."""

SYNONYMS = (
    "gray grey",
    "color colour",
    "neighbor neighbour",
    "favor favour",
    "disc disk",
    "points score scoring scored worth vp",
    "tie tied",
    "win wins won winner victory",
    "begin start starting",
    "token marker",
    "end ends ending finish finishes over",
    "add added adding",
    "choose pick decide decides",
    "refill refilled",
    "conquer conquered",
    "connect connected connecting connection",
    "build building built",
    "allowed forbidden",
    "office offices kontor",
    "pagoda pagodas temple temples",
    "legionnaire legionnaires soldier soldiers",
    "wild joker jokers",
    "ship ships boat boats",
    "rotate rotated turned",
    "designer designed author",
    "diagonal diagonally orthogonal orthogonally",
    "back return returned",
    "people peoples other others another",
    "traitor spy",
    "destroy destroyed demolish demolished",
    "得分 计分 算分 分数 积分",
    "平手 同分 平局 和局 平票 一样多 并列",
    "皇帝 帝皇",
    "赢 胜",
    "结束 终局",
    "设置 开局 布置 设定",
    "起始 一开始 初始 开始",
    "板块 图块",
    "版图 图板 地图板",
    "标记 指示物",
    "行动 动作",
    "挑 选",
    "补充 补满",
    "盖 放",
    "建立 盖",
    "每人 每个人 每位 每位玩家",
    "商会 办公室",
    "村庄 村子",
    "军团兵 士兵 兵",
    "资源 方块 木块",
    "摧毁 拆掉 拆除 被毁",
    "叛徒 奸细 间谍 内奸",
    "官吏 官员",
    "对调 交换 互换",
    "用完 用光 放完 没了",
    "地区 区域",
    "合并 合为 吸收 吃掉",
    "一样大 相同",
    "转 转向 旋转",
    "田地 农田 休耕地",
    "叠 重叠 盖上 盖在",
)
"""Groups of words that count as the same; a search for one finds them all."""

_STOP_WORDS = (
    "a an and any are as at be been being both but by can could did difference do does done each every for from get gets give gives had "
    "happen happens has have he her him his how i if in is it its let like many may me much must my need needs not of off on one only or "
    "our she should so some tell than that the their them then there these they this those to us was we were what when where which "
    "who whose why will with work works would you your anything "
    "的 了 吗 呢 吧 啊 么 会 能 是 有 在 我 你 他 她 它 们 我们 你们 他们 大家 别人 就 都 也 还 再 又 跟 和 与 或 把 被 给 让 "
    "对 从 到 要 谁 哪 几 那 这 个 一个 各 每 不 没 没有 行 用 可以 可不可以 能不能 是不是 有没有 要不要 会不会 算不算 行不行 "
    "需要 应该 必须 怎么 怎么办 怎么样 怎样 如何 什么 什么时候 什么事 何时 时候 的时候 为什么 为何 多少 哪里 哪个 哪些 哪种 几个 "
    "几张 几座 几块 几格 几枚 几种 几次 第几 之后 以后 之前 以前 然后 最后 发生 请问 告诉 规则 差在哪 不同 差别 差异 区别"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Stop words, which are searched for only if a query has nothing else."""

_HINTS = (
    "points score scoring scored worth vp game games player players turn turns time number final other another "
    "分 分数 得分 计分 算分 游戏 玩家 玩 局 人数 每人 每位 每个人 拿 做 效果 最终"
)
HINTS = frozenset(_HINTS.split())
"""Words that only affect the ranking, because most questions contain some of them."""

NUMBER_WORDS = frozenset(("one", "two", "three", "four", "five", "six"))
"""Number words, which in a question usually mean the number of players."""

_PLAYERS = (("2", "二两"), ("3", "三"), ("4", "四"), ("5", "五"))
ANSWERS = (
    (r"\bhow (?:many|much)\b|\b(?:worth|points?|score)\b|几|多少|计分|分数", r"\d"),
    (
        r"\b(?:can|may|must|do i|have to|need to|allowed)\b|可以|能|一定|必须|吗",
        r"\b(?:can|cannot|may|must|never|only|if)\b|可以|不能|不可|必须|只能",
    ),
    (r"\bwhen\b|时候|何时", r"\b(?:when|once|after|before|as soon as|at once|at the end)\b|时|后|立刻"),
    (r"\bwho(?:se)?\b|谁", r"\b(?:players?|owner|controllers?|you)\b|玩家|拥有者|控制者|你"),
    (
        r"\b(?:ties?|tied|equal|same)\b|平手|同分|同票|一样",
        r"\b(?:ties?|tied|equal|same|never|most)\b|平手|同分|同票|相同|并列|一样",
    ),
    ("平手|同分|一样", "最多"),
    (
        r"\b(?:no|out|left|empty|runs? out)\b|用完|不够|没有|放不下|满",
        r"\b(?:no|empty|fewer|runs? out|none|full|left)\b|用完|不够|没有|抽完|放完|未说明|满",
    ),
    (r"\b(?:steal|take over)\b|抢|占领", r"\b(?:most|more)\b|最多|多于"),
    (r"\b(?:someone|somebody|opponents?|others?)\b|别人|对手", r"\b(?:another|other|opponents?)\b|其他|别人|对手"),
    (r"\b(?:over|under|beneath)\b|上面|下面|底下", r"\b(?:over|under|beneath)\b|上面|下面|底下|盖上"),
    (r"\bcounts?\b|算不算|要不要算|算进", r"\bcounts?\b|\bleave out\b|算|不计"),
    (r"\b(?:split|share)\b|平分", r"\b(?:full|each|every|shared?)\b|每|全"),
    *((rf"\b{digit}[- ]?p|[{digit}{han}]个?人", rf"^{digit} ·") for digit, han in _PLAYERS),
)
"""(Pattern of a question, pattern of sentences that are likely to answer it)."""
