"""Names of the months of the Gregorian calendar, in the languages of many pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

_NAMES = """
january february march april may june july august september october november december
jan feb mar apr may jun jul aug sep oct nov dec
januar februar märz april mai juni juli august september oktober november dezember
jänner feber mrz apr mai jun jul aug sep okt nov dez
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
jan feb mrt apr mei jun jul aug sep okt nov dec
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november desember
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
ledna února března dubna května června července srpna září října listopadu prosince
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
január február március április május június július augusztus szeptember október november december
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
januari februari maret april mei juni juli agustus september oktober november desember
"""  # noqa: E501
"""A line for each language, as names stand in dates, and another where they have other forms, alone or abbreviated."""
_SHORTEST = 3
"""The fewest letters of an abbreviation."""
_NO_ABBREVIATION = "pro"
"""What pages in all languages name products, as in "Pro 13, 2020", could stand for December in Czech."""


def number_month(name: str) -> int | None:
    """The number of a month, 1 to 12, by its name or an abbreviation that no other month has; None if it is none."""
    return _list_months().get(_fold(name))


@cache
def _list_months() -> Mapping[str, int]:
    names: dict[str, int] = {}
    meant: dict[str, set[int]] = {}
    for language in _NAMES.strip().splitlines():
        for number, name in enumerate(map(_fold, language.split()), 1):
            names[name] = number
            for length in range(_SHORTEST, len(name)):
                meant.setdefault(name[:length], set()).add(number)
    del meant[_NO_ABBREVIATION]
    return {name: number for name, (number, *others) in meant.items() if not others} | names


def _fold(name: str) -> str:
    """Fold case, and leave out accents, as capitals often do; the Turkish capital of ı is I."""
    signs = unicodedata.normalize("NFKD", name.casefold().replace("ı", "i"))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))
