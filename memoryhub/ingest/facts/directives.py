"""Sentences that order an agent about instead of stating something; they are kept apart, for a person to judge."""

from __future__ import annotations

import re

ENGLISH = r"""
\b(?:ignore|disregard|forget|override|bypass|skip|drop)\b
    [^.]{0,40}\b(?:earlier|previous|prior|above|preceding|existing|all|any|your|these|those)\b
    [^.]{0,30}\b(?:instructions?|rules?|prompts?|messages?|guidelines?|context|memor(?:y|ies)|directives?|restrictions?
        |polic(?:y|ies))\b
|\bfrom\ now\ on,?\s+(?:you\b|only\b|always\b|never\b|answer|respond|reply|act|speak|write|treat|pretend|ignore|use\b
    |do\b|send)
|\b(?:mark|set|flag|delete|erase|wipe|forget|remove|purge|retire|overwrite)\b
    [^.]{0,25}\b(?:all|every|each|any|these|your|the)\b[^.]{0,25}\bmemor(?:y|ies)\b
|\b(?:send|post|email|e-mail|upload|forward|reveal|print|leak|share|exfiltrate|tell|give)\b
    [^.]{0,40}\b(?:api[\ -]?keys?|passwords?|secrets?|tokens?|credentials?|system\ prompt)\b[^.]{0,20}\bto\b
|\b(?:reveal|print|show|repeat|output)\b
    [^.]{0,30}\b(?:system\ prompt|hidden\ instructions|your\ instructions|api[\ -]?key)\b
|\byou\ (?:are\ now|must\ now|will\ now|must\ (?:always\ |never\ )?(?:answer|respond|obey|ignore|reply|pretend))\b
|\b(?:act|behave|pretend)\ as\ (?:if|though|a|an|the)\b|\bpretend\ to\ be\b|\bjailbreak\b|\bdo\ anything\ now\b
|(?:^|[\s>])(?:system|assistant|developer)\s*:\s*\S
|</?\s*(?:system|document|instructions?|prompt|user|assistant|context|memory|memories)\s*>
|\[/?(?:INST|SYSTEM)\]|<\|\w+\|>
|\b(?:do\ not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b
    [^.]{0,30}\b(?:the\ )?(?:user|human|owner|operator|anyone|this)\b
"""
GERMAN = r"""

\b(?:ignorier\w*|vergiss|vergesst|missachte\w*|verwirf)\b[^.]{0,50}\b(?:anweisungen?|regeln?|vorgaben?|befehle?|erinnerungen|kontext|nachrichten)\b
|\bab\ (?:jetzt|sofort)\b[^.]{0,30}\b(?:antworte\w*|sprich|schreib\w*|sende|du|ignorier\w*)\b
|\b(?:lösche|markiere|entferne|vergiss)\b[^.]{0,30}\b(?:alle|jede|sämtliche)\b[^.]{0,30}\berinnerung(?:en)?\b
|\b(?:sende|schicke|verrate|zeige)\b[^.]{0,40}\b(?:api-?schlüssel|passw\w+|geheimnis\w*|token|zugangsdaten|systemprompt)\b
|\bdu\ bist\ (?:jetzt|nun|ab\ sofort)\b
"""
CHINESE = r"""
(?:忽略|无视|無視|忘记|忘掉|不要理会|跳过)[^。]{0,15}(?:指令|指示|规则|規則|提示|要求|约束|限制|内容|记忆|記憶)
|从现在(?:开始|起)[^。]{0,12}(?:你|只|必须|回答|回复|都要|不要)
|(?:删除|清除|清空|抹去|标记|遗忘|忘掉)[^。]{0,8}(?:所有|全部|一切)[^。]{0,8}(?:记忆|記憶|数据)
|把(?:所有|全部)[^。]{0,8}(?:记忆|記憶)[^。]{0,10}(?:删|忘|清|标记)|你(?:现在|從現在|从现在)是|假装(?:你)?是|扮演
|(?:发送|发给|透露|泄露|告诉|输出)[^。]{0,15}(?:密钥|密码|口令|令牌|系统提示|API\s?key)
|不要(?:告诉|提醒|让)[^。]{0,6}用户
"""
KOREAN = r"""
(?:이전|앞의|위의|기존|모든)[^.]{0,15}(?:지시|명령|규칙|지침|프롬프트)[^.]{0,10}(?:무시|잊)
|지금부터[^.]{0,15}(?:답|대답|너는|당신은|해라|하세요)
|모든\s?(?:기억|메모리)[^.]{0,12}(?:삭제|지워|잊|표시)
|(?:비밀번호|API\s?키|토큰|암호)[^.]{0,15}(?:보내|알려|전송)
"""
DIRECTIVE = re.compile(
    "|".join(part.strip() for part in (ENGLISH, GERMAN, CHINESE, KOREAN)), re.IGNORECASE | re.VERBOSE
)


def is_directive(sentence: str) -> bool:
    """Whether the sentence orders an agent that may read it: about its rules, memory, secrets or role."""
    return bool(DIRECTIVE.search(sentence))
