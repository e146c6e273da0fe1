"""The two sets to tune by and to test by: no voice, name or sentence is in both."""

from __future__ import annotations

from corpus.lines import Speaker
from corpus.sets import Cast, SpeechSet, kokoro
from corpus.wordings import Table


def _espeak(*voices: str) -> tuple[Speaker, ...]:
    return tuple(Speaker("espeak", voice) for voice in voices)


def _cast(*shares: tuple[tuple[Speaker, ...], float]) -> Cast:
    """Groups of speakers, each with its share of all that is said."""
    return tuple((speaker, share / len(group)) for group, share in shares for speaker in group)


def _table(players: str, new_players: str) -> Table:
    return Table(tuple(players.split()), tuple(new_players.split()))


TUNE = SpeechSet(
    "tune",
    cast=_cast(
        (kokoro("af_alloy", "af_heart", "af_kore", "af_sky", "am_echo", "am_fenrir", "am_onyx",
                "bf_alice", "bf_lily", "bm_daniel"), 0.20),
        (kokoro("em_alex", "hf_beta", "if_sara", "jf_alpha", "jm_kumo", "pf_dora", "zf_xiaobei",
                "zf_xiaoyi", "zm_yunjian", "zm_yunxia", "hm_psi"), 0.20),
        ((Speaker("piper", "joe"),), 0.26),
        ((Speaker("flite", "awb"),), 0.14),
        (_espeak("en-us+f2", "en-gb-scotland+m3", "en-029+f4", "en-gb-x-rp+m7"), 0.20),
    ),
    tables=(
        _table("Hannah Peter", "Hannah Peter Carol"),
        _table("Julia Simon Ruby", "Julia Simon Dennis"),
        _table("Grace Victor", "Grace Victor Molly Hugo"),
        _table("Daniel Sophie Bruno Iris", "Daniel Sophie Bruno"),
        _table("Ingrid Kofi Matthew", "Ingrid Matthew Sheila"),
        _table("Priya Gordon", "Priya Gordon Wendy"),
        _table("Zelda Omar Beth", "Omar Beth Curtis"),
        _table("Charlotte Ivan Dorothy Felix Maggie", "Charlotte Ivan Dorothy"),
        _table("Yuki Benjamin", "Benjamin Rosa Keith"),
        _table("Fiona Rufus Abigail Steve", "Fiona Abigail Steve"),
        _table("Kevin Camilla Stuart Agnes Paul Wanda", "Kevin Stuart Agnes"),
        _table("Mabel Dmitri Susan", "Susan Trevor Jade"),
    ),
)

TEST = SpeechSet(
    "test",
    cast=_cast(
        (kokoro("af_aoede", "af_jessica", "af_nova", "af_river", "am_eric", "am_liam", "am_puck",
                "am_santa", "bf_isabella", "bm_fable", "bm_lewis"), 0.22),
        (kokoro("em_santa", "ff_siwis", "hm_omega", "jf_gongitsune", "jf_nezumi", "jf_tebukuro",
                "pm_santa", "zf_xiaoni", "zm_yunxi", "zm_yunyang"), 0.22),
        ((Speaker("festival", "ked_diphone"),), 0.16),
        ((Speaker("flite", "kal16"),), 0.16),
        (_espeak("en-us-nyc+m4", "en-gb+f5", "en-gb-x-gbclan+f3", "en-gb-x-gbcwmd+m1"), 0.24),
    ),
    tables=(
        _table("Emily Robert", "Emily Robert Tina"),
        _table("Oliver Karen Max", "Oliver Karen Scott"),
        _table("Isabel Frank", "Isabel Frank Poppy Derek"),
        _table("Lisa Thomas Vera Hugh", "Lisa Thomas Vera"),
        _table("Anouk George Sandra", "George Sandra Phil"),
        _table("Ravi Catherine", "Catherine Roger Nancy"),
        _table("Beatrix Yusuf Kate", "Kate Edward Monica"),
        _table("Alexander Joyce Martin Zoe Walter", "Alexander Joyce Martin"),
        _table("Aiko Nicholas", "Nicholas Judy Ralph"),
        _table("Siobhan Otis Rebecca Tim", "Rebecca Tim Wayne"),
        _table("Laura Gregory Penny Louis Sarah Hamish", "Laura Gregory Penny"),
        _table("Agatha Tariq Jenny", "Jenny Arthur Claire"),
    ),
)
