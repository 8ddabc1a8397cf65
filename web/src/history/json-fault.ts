/* Where a text stops being JSON. Browsers tell it in different words, or not at all. */

const SPACE = /[ \t\n\r]*/y,
  ATOM =
    /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/* The first offset that no JSON text could have; the length if the text ends too early. */
function offsetOf(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const mark = (sign: string) => {
    skip(SPACE);
    const found = text[at] === sign;
    if (found) at++;
    return found;
  };
  const need = (found: boolean) => {
    if (!found) throw new Error("no JSON");
  };
  const list = (end: string, item: () => void) => {
    if (mark(end)) return;
    do item();
    while (mark(","));
    need(mark(end));
  };
  const value = (): void => {
    if (mark("{"))
      list("}", () => {
        skip(SPACE);
        need(text[at] === '"' && skip(ATOM) && mark(":"));
        value();
      });
    else if (mark("[")) list("]", value);
    else need(skip(ATOM));
  };
  try {
    value();
    skip(SPACE);
  } catch {
    /* here it stops; also where it is nested too deeply */
  }
  return at;
}

/* Lines and columns from 1. */
export function jsonFault(text: string): { line: number; column: number } {
  const before = text.slice(0, offsetOf(text));
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}
