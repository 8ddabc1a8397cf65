#!/usr/bin/env python3
"""No text for people has a word that docs/rules/glossary.md lists under "not" or "nicht"."""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GLOSSARY = "docs/rules/glossary.md"
GAMES = {"Lost Cities": "lost-cities", "Roller": "roller", "Escape": "escape"}
TEXTS = ("web/src/i18n/*.ts", "web/src/games/*/*texts.ts", "web/src/games/*/options.ts", "web/src/games/*/lobby.tsx")
STRING = r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`'


def read(pattern):
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, encoding="utf-8") as file:
            yield os.path.relpath(path, ROOT), file.read()


# ---- The glossary ----

def pattern_of(words):
    """A word of the table as a pattern: "cross* … bridge"."""
    parts = re.split(r"(\s*…\s*|\s+|\*)", words)
    text = "".join(r"[^.!?;|]*?(?<!\w)" if "…" in part else r"\s+" if part.isspace() else r"\w*" if part == "*"
                   else re.escape(part) for part in parts)
    return re.compile(rf"(?<![\w-]){text}(?![\w])", 0 if words[0].isupper() else re.I)


def split(cell):
    return [word.strip() for word in cell.split(",") if word.strip()]


def glossary(text):
    """(game or "", language, word, the words to use, exceptions) for each forbidden word, and what is wrong."""
    rules, faults, game = [], [], None
    for line in text.splitlines():
        if line.startswith("## "):
            game = GAMES.get(line[3:].strip(), "")
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or game is None or cells[0] in ("English", "---"):
            continue
        if len(cells) != 5:
            faults.append(f"{GLOSSARY}: a row has five cells: {line}")
            continue
        unless = re.findall(r"“([^”]+)”", cells[4])
        if unless and ":" not in cells[4].rsplit("”", 1)[1]:
            faults.append(f"{GLOSSARY}: no reason is given for {', '.join(unless)}")
        for language, use, words in (("en", cells[0], cells[2]), ("de", cells[1], cells[3])):
            rules += [(game, language, word, use, [pattern_of(each) for each in unless]) for word in split(words)]
    return rules, faults


def find(rules, game, language, text):
    """The forbidden words of a text, with what to write instead."""
    found = []
    for where, spoken, word, use, unless in rules:
        if spoken != language or where not in ("", game):
            continue
        for hit in pattern_of(word).finditer(text):
            if not any(each.start() <= hit.start() < each.end() for way in unless for each in way.finditer(text)):
                found.append((" ".join(hit.group().split()), use))
    return found


# ---- Texts for people: (path, line, game, language, text) ----

def game_of(path):
    return next((game for game in GAMES.values() if game in path.replace("_", "-")), "")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def without_comments(text):
    """Comments as blanks of the same length."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group()) if found.group()[0] == "/" else found.group()
    return re.sub(STRING + r"|/\*.*?\*/|(?<![:\w\"'])//[^\n]*", blank, text, flags=re.S)


def unquoted(literal):
    return re.sub(r'"\s*\+\s*"', "", literal[1:-1]).replace("\\n", "\n").replace("\\u00a0", " ").replace("\\u00ad", "").replace('\\"', '"')


def catalogues():
    """"key": "text", in the language of the last `en` or `de` before it."""
    for path, text in read("web/src/i18n/*.json"):
        for found in re.finditer(rf'"([\w.-]+)":\s*({STRING})', text):
            yield path, line_of(text, found.start()), "", path[-7:-5], unquoted(found[2])
    for path, text in (each for pattern in TEXTS for each in read(pattern)):
        text, language = without_comments(text), "de" if ".de." in path else "en"
        for found in re.finditer(rf"\b(en|de)\b\s*[:=]|({STRING}(?:\s*\+\s*{STRING})*)(\s*:)?", text):
            if found[1]:
                language = found[1]
            elif not found[3]:
                yield path, line_of(text, found.start()), game_of(path), language, unquoted(found[2])


def components():
    """The rest of the page: what stands between tags, and strings of several words that are no style or path."""
    for path, text in read("web/src/**/*.ts*"):
        if "/i18n/" in path or re.search(r"/games/[\w-]+/([\w-]*texts\.ts|options\.ts|lobby\.tsx)$", path):
            continue
        text = without_comments(text)
        for found in re.finditer(rf"(\b(?:class|cls|d|from|import|className)=?\{{?\s*)?({STRING})|(?<![=-])>([^<>{{}}=;()&|]+)<", text):
            words = found[3] or ("" if found[1] else re.sub(r"\$\{[^}]*\}", "", unquoted(found[2] or '""')))
            if re.search(r"[A-Za-zÄ-ü]{2}", words) and (found[3] or " " in words):
                for language in ("en", "de"):
                    yield path, line_of(text, found.start()), game_of(path), language, words


def sources():
    """C: literals of several words, or that begin like a sentence; those in a row are one."""
    for folder in ("cli", "games", "server", "sheet", "match", "base", "fair"):
        for path, text in read(f"src/{folder}/**/*.[ch]"):
            text = re.sub(r"^\s*#include[^\n]*", "", without_comments(text), flags=re.M)
            for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
                words = "".join(unquoted(each) for each in re.findall(r'"(?:[^"\\\n]|\\.)*"', found.group()))
                if " " in words.strip() or words[:1].isupper():
                    yield path, line_of(text, found.start()), game_of(path), "en", words


def documents():
    """Paragraphs and table rows without code and addresses."""
    for pattern in ("README.md", "docs/*.md", "docs/rules/**/*.md"):
        for path, text in read(pattern):
            if path == GLOSSARY:
                continue
            blank = lambda found: re.sub(r"[^\n]", " ", found.group())
            text = re.sub(r"^```.*?^```|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>", blank, text, flags=re.S | re.M)
            for found in re.finditer(r"(?:[^\n]*\S[^\n]*\n?)+", text):
                yield path, line_of(text, found.start()), game_of(path), "de" if ".de." in path else "en", found.group()


def main():
    with open(os.path.join(ROOT, GLOSSARY), encoding="utf-8") as file:
        rules, faults = glossary(file.read())
    if sys.argv[1:] == ["selftest"]:
        return selftest(rules)
    texts = 0
    for part in (catalogues, components, sources, documents):
        before = texts
        for path, line, game, language, text in part():
            texts += 1
            faults += [f"{path}:{line}: says “{word}”; the word is: {use}" for word, use in find(rules, game, language, text)]
        if texts == before:
            faults.append(f"{part.__name__}: no text was found at all")
    faults = list(dict.fromkeys(faults))
    print("\n".join(faults + [f"{len(rules)} words not to be used, {texts} texts, {len(faults)} faults"]))
    return 1 if faults or not rules else 0


# ---- That it can fail ----

WRONG = [("lost-cities", "en", "Ben crossed the red bridge first."), ("lost-cities", "en", "Push an expedition"),
         ("lost-cities", "de", "Bogen von Ada"), ("lost-cities", "de", "Der neunte Verzicht"),
         ("lost-cities", "de", "Die Spalte zählt doppelt."), ("lost-cities", "de", "Sie rückt Rot um ein Feld vor."),
         ("roller", "de", "Schreibe eine 2"), ("roller", "de", "Das Kästchen wird gestrichen."),
         ("roller", "en", "Choose your first number"), ("escape", "en", "two entry symbols"),
         ("escape", "de", "Ein geschlossener Gang"), ("escape", "de", "Neu würfeln (2)"), ("", "de", "zwei Bögen")]
RIGHT = [("lost-cities", "en", "Cross it out. The bridge stays."), ("escape", "en", "cross a symbol off a map"),
         ("escape", "de", "auf deinem Tempelbogen"), ("lost-cities", "de", "die beiden Spalten rechts"),
         ("escape", "de", "Der Ausgang ist ein Durchgang."), ("escape", "de", "Würfle neu"),
         ("roller", "en", "A summit is no word of Roller"), ("lost-cities", "de", "Laubblatt"), ("", "en", "Bogen")]


def selftest(rules):
    faults = [f"“{word}” does not find itself" for game, language, word, _, _ in rules
              if not find(rules, game, language, f"A b {word.replace('*', 'en').replace('…', 'b')} c.")]
    faults += [f"nothing is found in “{text}”" for game, language, text in WRONG if not find(rules, game, language, text)]
    faults += [f"“{hit[0][0]}” is found in “{text}”" for game, language, text in RIGHT
               for hit in [find(rules, game, language, text)] if hit]
    _, reason = glossary("## Roller\n| a | b | c | d | “e” |\n")
    faults += [] if reason else ["an exception without a reason passes"]
    print("\n".join(faults + [f"{len(rules) + len(WRONG) + len(RIGHT) + 1} cases, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
