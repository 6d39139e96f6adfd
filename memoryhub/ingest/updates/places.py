"""Names that follow "in" without being places, and regions, of which a town is a part and no contradiction."""

from __future__ import annotations

import re

from memoryhub.ingest.facts import han
from memoryhub.ingest.facts.wordlists import words

NO_PLACE = words("""
english german french spanish italian portuguese dutch swedish danish norwegian finnish polish czech russian ukrainian
greek turkish arabic hebrew hindi chinese mandarin cantonese japanese korean latin python rust java javascript
typescript go ruby php kotlin swift scala haskell perl beta alpha production staging review progress general particular
total use charge englisch deutsch französisch spanisch italienisch niederländisch russisch chinesisch japanisch
koreanisch betrieb arbeit rente urlaub ordnung verzug kontakt elternzeit planung bearbeitung prüfung quarantäne gefahr
mode eile sicht kraft wartung not form haft therapie pause insolvenz liquidation streik trauer panik topform hochform
kur reha lehre schule besitz familienbesitz pension kurzarbeit marketing sales engineering finance legal support design
research product operations hr it slack teams linux windows macos kubernetes docker aws azure postgresql postgres mysql
redis react vue angular django rails jira notion github gitlab zoom excel outlook confluence terraform
""")
REGIONS = words("""
europe asia africa america oceania antarctica germany france spain italy portugal belgium netherlands luxembourg
austria switzerland poland czechia denmark sweden norway finland iceland ireland england scotland wales britain uk
greece turkey russia ukraine romania hungary bulgaria croatia serbia usa canada mexico brazil argentina chile peru
colombia china japan korea india pakistan indonesia thailand vietnam malaysia singapore philippines taiwan australia
egypt morocco nigeria kenya ethiopia israel iran iraq flanders wallonia bavaria saxony catalonia california texas
florida ontario quebec europa asien afrika amerika deutschland frankreich spanien italien belgien niederlande
österreich schweiz polen tschechien dänemark schweden norwegen finnland irland schottland griechenland türkei russland
ukraine rumänien ungarn japan china indien brasilien kanada mexiko ägypten bayern sachsen hessen flandern 欧洲 亚洲
非洲 美洲 中国 日本 韩国 美国 英国 法国 德国 意大利 西班牙 葡萄牙 比利时 荷兰 瑞士 奥地利 俄罗斯 加拿大 澳大利亚 印度
泰国 越南 新加坡 马来西亚 浙江 江苏 广东 四川 湖北 湖南 山东 河南 河北 福建 安徽 台湾 浙江省 江苏省 广东省 四川省
""")
BUILT = re.compile(
    r"\d|\b(?:building|room|floor|street|avenue|road|hall|tower|gebäude|raum|zimmer|etage|straße|halle|turm)\b"
    r"|[楼室层号路街]",
    re.IGNORECASE,
)
# How the name of a street ends, where it is written as one.
STREET = re.compile(
    r"(?:street|lane|road|avenue|square|crescent|boulevard|terrace)$|(?:straße|strasse|gasse|allee)$", re.IGNORECASE
)
ABSTRACT = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|enz|anz|ismus)$")
NAMED = ("ns", "nr", "nt", "nz", "eng")


def exclude_each_other(first: str, second: str) -> bool:
    """Whether both are towns, both regions, or both parts of a building, so that who is in one is not in the other."""
    return (
        (first in REGIONS) == (second in REGIONS)
        and is_built(first) == is_built(second)
        and not (ABSTRACT.search(first) or ABSTRACT.search(second))
    )


def is_built(place: str) -> bool:
    """Whether the place is a street, or a part of a building, and so lies in some town or other."""
    return bool(BUILT.search(place) or has_street(place))


def has_street(place: str) -> bool:
    """Whether one of the words names a street."""
    return any(STREET.search(word) for word in place.split())


def is_named(place: str) -> bool:
    """Whether the place bears a name of its own. Only Chinese leaves this to be asked: 北京, but also 公司."""
    return not han.HAN.search(place) or han.tagged(place)[-1][1] in NAMED
