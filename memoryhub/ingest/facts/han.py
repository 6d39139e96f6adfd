"""Chinese words and their classes, from a segmenter (jieba's dictionary, in Rust: 100,000 sentences a second)."""

from __future__ import annotations

import re
from functools import lru_cache

import rjieba

HAN = re.compile(r"[\u3400-\u9fff]")
# The segmenter now and then takes a verb for the last part of a name: 张伟住, 陈晓说.
TAIL_VERBS = frozenset("住在去来说有是搬对给把和与想要会能喜爱养吃喝做")
LATIN = re.compile(r"[A-Za-z][\w.\-/+#]*")

# The dictionary is in simplified characters; the commonest traditional ones are folded one for one before look-up.
_PAIRS = """
這这 個个 來来 時时 們们 會会 發发 動动 對对 說说 產产 種种 後后 學学 過过 進进 著着 電电 裡里 實实 體体 機机 當当 點点
從从 業业 還还 開开 應应 與与 關关 數数 線线 氣气 變变 條条 沒没 結结 問问 無无 題题 員员 設设 長长 頭头 資资 邊边 級级
圖图 統统 見见 計计 別别 運运 決决 處处 話话 書书 樣样 經经 總总 張张 偉伟 陳陈 劉刘 黃黄 趙赵 吳吴 週周 臺台 參参 庫库
討讨 課课 報报 紙纸 錢钱 車车 門门 東东 馬马 飛飞 魚鱼 鳥鸟 麗丽 愛爱 歡欢 國国 語语 請请 謝谢 讓让 貓猫 養养 顏颜 顧顾
館馆 飯饭 廳厅 醫医 護护 師师 樓楼 層层 區区 縣县 鄉乡 鎮镇 號号 碼码 網网 絡络 雲云 際际 試试 驗验 檔档 據据 類类 組组
織织 責责 務务 議议 預预 約约 訂订 單单 價价 費费 買买 賣卖 貨货 質质 內内 兒儿 兩两 萬万 專专 嚴严 麼么 義义 樂乐 習习
為为 於于 亞亚 親亲 銀银 鐵铁 錯错 鍵键 閉闭 間间 聽听 聞闻 聯联 職职 腦脑 腳脚 臨临 舊旧 舉举 藝艺 藥药 虛虚 蟲虫 裝装
複复 觀观 規规 視视 覺觉 訊讯 記记 許许 訪访 詞词 評评 詢询 該该 詳详 認认 誤误 調调 談谈 證证 識识 譯译 讀读 財财 貝贝
貴贵 貼贴 貿贸 賓宾 賽赛 贊赞 贏赢 趕赶 跡迹 轉转 輛辆 輕轻 載载 輸输 輯辑 農农 邏逻 遲迟 選选 遺遗 醬酱 鄰邻 釋释 針针
鈕钮 鈴铃 鋼钢 錄录 鎖锁 鏡镜 閱阅 隊队 陽阳 階阶 隨随 險险 隱隐 雙双 雜杂 難难 離离 靜静 響响 頁页 頂顶 項项 順顺 須须
領领 頻频 顆颗 額额 顯显 風风 飲饮 髒脏 鬆松 鬧闹 魯鲁 鮮鲜 鳳凤 鴨鸭 鵝鹅 麥麦 齊齐 齒齿 龍龙
"""
_FOLD = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


@lru_cache(maxsize=8192)
def tagged(text: str) -> tuple[tuple[str, str], ...]:
    """The words of `text` with jieba's part-of-speech tags; together they spell `text`."""
    words: list[tuple[str, str]] = []
    offset = 0
    for word, tag in rjieba.tag(text.translate(_FOLD)):
        written = text[offset : offset + len(word)]
        offset += len(word)
        if tag.startswith("nr") and len(written) > 2 and written[-1] in TAIL_VERBS:
            words += [(written[:-1], "nr"), (written[-1], "v")]
        else:
            words.append((written, "eng" if LATIN.fullmatch(word) else tag))
    return tuple(words)
