"""Which languages a name is likely to be from, and so how it may be read.

Languages go by the names of espeak-ng's voices.
"""

from __future__ import annotations

import re
import unicodedata
from math import log10

# Letters, and groups of them, that give a name's language away.
_SIGNS: tuple[tuple[str, str], ...] = (
    (r"[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", "vi"),
    (r"[łąęśźżćń]|sz|cz|rz|^zb|^zdz", "pl"),
    (r"[ěřůťď]|[čšž]", "cs"),
    (r"[őű]|gy|zs|ly[aáeé]?$|^sz", "hu"),
    (r"[ğış]", "tr"),
    (r"[șțăâ]|nea$", "ro"),
    (r"[đćčšž]", "hr"),
    (r"ñ|[óíúá].*[aon]$|^x[aiou]", "es-419"),
    (r"tl(i|e|$)|^xo|^cui|huitz|coatl", "nci"),
    (r"[ãõ]|nh[aoe]", "pt-br"),
    (r"[èêëîïûœ]|ç[ao]|é|eau|[ie]lle$|oi[cxs]?$", "fr"),
    (r"[åøæ]|^bj|^kj|hild$", "nb"),
    (r"[ðþ]|dís$", "is"),
    (r"[äöüß]|sch|^heik|traud$|rike$", "de"),
    (r"bh|mh|[^aeiou]?dh|aoi|^e[oó]|^n?gh|gh?án|[áéíóú].*[dn]$|fh|^cao|^tadh", "ga"),
    (r"^ll|dd|^myf|ngh|wyn|^rh[iy]|^gw", "cy"),
    (r"^x(i|u)|^zh|^q[^u]|[zcs]hi|uan$|hui$", "cmn-latn-pinyin"),
    (r"^(ke|ka|le|la|ma|no|pua|kai)[aeiou]?[hklmnpw]?[aeiou]*(la|ana|ani|oni|ele|lani)$", "haw"),
    (r"^(ng|nk|thand|siph|nomv|chuk|olu|mb|nd)", "sw"),
)

# Whose script a letter is of, by the beginning of its name in Unicode, and who reads it.
_SCRIPTS: dict[str, tuple[str, ...]] = {
    "CYRILLIC": ("ru", "uk"), "GREEK": ("el",), "CJK": ("cmn",), "HANGUL": ("ko",),
    "HIRAGANA": ("ja",), "KATAKANA": ("ja",), "ARABIC": ("ar",), "HEBREW": ("he",),
    "DEVANAGARI": ("hi",), "BENGALI": ("bn",), "TAMIL": ("ta",), "TELUGU": ("te",),
    "GEORGIAN": ("ka",), "ARMENIAN": ("hy",), "THAI": ("th",),
}

# wordfreq's languages with names in Latin letters, and the voices for them.
_FREQUENT = {
    "en": "en-us", "es": "es-419", "it": "it", "pl": "pl", "de": "de", "fr": "fr", "pt": "pt-br",
    "nl": "nl", "sv": "sv", "da": "da", "nb": "nb", "fi": "fi", "cs": "cs", "sk": "sk",
    "sl": "sl", "ro": "ro", "hu": "hu", "tr": "tr", "lt": "lt", "lv": "lv", "ca": "ca",
    "sh": "hr", "id": "id", "ms": "ms", "vi": "vi", "is": "is",
}
# How much commoner (decimal logarithm) a name is in its own language than elsewhere.
_CLEARLY = 0.4
_MOST = 2
# Names of no known language are read as most of the world reads Latin letters.
_ELSEWHERE = "it"


def likely_languages(name: str) -> tuple[str, ...]:
    """The voices that may read a name right besides the table's own language; at most three."""
    folded = name.casefold()
    if scripts := _scripts(folded):
        return scripts
    signs = [voice for sign, voice in _SIGNS if re.search(sign, folded)]
    frequent = [voice for word in folded.replace("-", " ").split() for voice in _where(word)]
    ranked = [*[voice for voice in frequent if voice in signs], *frequent[:_MOST], *signs[:_MOST]]
    found = tuple(dict.fromkeys(v for v in ranked if v != "en-us"))[:_MOST + 1]
    return found or (() if "en-us" in frequent else (_ELSEWHERE,))


def _scripts(name: str) -> tuple[str, ...]:
    """Who reads a name that is not written in Latin letters."""
    of_letters = (unicodedata.name(char, "").partition(" ")[0] for char in name if char.isalpha())
    return tuple(dict.fromkeys(
        voice for script in of_letters for voice in _SCRIPTS.get(script, ())))[:_MOST + 1]


def _where(word: str) -> list[str]:
    """The voices of the languages in which a word is commonest, as far as that is clear."""
    # Loads a second's worth of tables: only who asks pays for it.
    from wordfreq import get_frequency_dict

    share = {voice: get_frequency_dict(language, "small").get(word, 0.0)
             for language, voice in _FREQUENT.items()}
    ranked = sorted((voice for voice, often in share.items() if often), key=lambda v: -share[v])
    if not ranked:
        return []
    top = log10(share[ranked[0]])
    return [voice for voice in ranked if log10(share[voice]) > top - _CLEARLY][:_MOST]
