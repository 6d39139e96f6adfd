"""What WhatsApp writes into a chat by itself, in the languages of phones: said by nobody, and left out of the turns."""

from __future__ import annotations

import re

ENCRYPTED = re.compile(
    r"end-to-end encrypted|ende-zu-ende-verschlüssel|端到端加密|端對端加密|端对端加密|종단간 암호화"
    r"|chiffrés de bout en bout|cifrados? de extremo a extremo|criptografia de ponta|crittografi\w+ end-to-end"
    r"|エンドツーエンド|сквозн\w+ шифрован|مشفرة تمامًا",
    re.IGNORECASE,
)
_THINGS_EN = "image|video|audio|gif|sticker|document|contact card|media|photo|voice message|video note"
_THINGS_DE = "bild|video|audio|gif|sticker|dokument|kontaktkarte|medien"
_THINGS_ZH = "图片|圖片|图像|圖像|视频|視訊|影片|音频|音訊|语音|語音|贴图|貼圖|文档|文件"
_THINGS_KO = "사진|동영상|음성|스티커|파일|문서|미디어|GIF"
# In place of a file that was not exported, of a message that was taken back, of a call.
ABSENT = re.compile(
    r"(?:[<\uff1c][^<>\uff1c\uff1e\n]{3,160}[>\uff1e]"
    rf"|(?:{_THINGS_EN}) omitted|[^\n]{{1,150}} document omitted|(?:{_THINGS_DE}) (?:weggelassen|ausgeschlossen)"
    rf"|已?[忽省]略(?:{_THINGS_ZH})|(?:{_THINGS_ZH})已?[忽省略][略去]|(?:{_THINGS_KO})[이가]? ?(?:생략|제외)됨?"
    r"|this message was deleted|you deleted this message"
    r"|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht"
    r"|[您你]?已?[删刪]除了?此[消訊]息|此[消訊]息已被?[删刪]除|삭제된 메시지입니다|이 메시지를 삭제했습니다"
    r"|missed (?:group )?(?:voice|video) call|verpasster (?:sprach|video)anruf"
    r"|未接(?:语音|語音|视频|視訊)通[话話]|부재중 (?:음성|영상)전화"
    r"|waiting for this message\b[^\n]*|null)[.。]?",
    re.IGNORECASE,
)
# A file that was exported, on a line of its own: `IMG-1.jpg (file attached)`.
FILE_LINE = re.compile(r"[^\n]{1,150}\.\w{2,5} ?[(（][^()（）\n]{2,40}[)）]")
# Behind the words of a message: that they were edited, and which file came with them.
APPENDED = re.compile(
    r"\s*(?:[\u200e\u200f]?<[^<>\n]*(?:edited|bearbeitet|编辑|編輯|수정|editado|modifié|modificato|изменено)[^<>\n]*>"
    r"|\u200e<[^<>\n]{3,160}>)\s*$",
    re.IGNORECASE,
)
