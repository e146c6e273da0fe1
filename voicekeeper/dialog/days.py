"""Days of the past as people name them."""

from __future__ import annotations

from datetime import date

from voicekeeper.dialog.reply import Sentence, say

_A_WEEK = 7
_A_YEAR = 330
"""From so many days on a day and a month may be taken for those of this year."""
# Written out one by one: a test holds the keys against the words.
_WEEKDAYS = (
    say("day_1"), say("day_2"), say("day_3"), say("day_4"), say("day_5"), say("day_6"),
    say("day_7"),
)
_MONTHS = (
    say("month_1"), say("month_2"), say("month_3"), say("month_4"), say("month_5"),
    say("month_6"), say("month_7"), say("month_8"), say("month_9"), say("month_10"),
    say("month_11"), say("month_12"),
)


def day_phrase(day: date, today: date) -> Sentence:
    """The day as a phrase: "yesterday", "Saturday", "the third of May", "May 2024"."""
    ago = (today - day).days
    if ago in (0, 1):
        return say("day_today" if ago == 0 else "day_yesterday")
    if 1 < ago < _A_WEEK:
        return _WEEKDAYS[day.weekday()]
    month = _MONTHS[day.month - 1]
    if ago > _A_YEAR:
        return say("month_of_year", month=month, year=day.year)
    return say("day_of_month", day=day.day, month=month)
