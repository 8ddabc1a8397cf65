// One look at a page for all that must hold of every state. These functions run inside the page; `look` answers a list
// of sentences about what is wrong, where the sheet stands, and the words to be read.

// Letters a twentieth wider: what other machines' fonts do to ours.
export const WIDE = "* { letter-spacing: .05em !important }";

export function look({ finger, width, height, sheet }) {
  const LEAST = 44,
    SLACK = 1.5,
    faults = new Set();
  const scope = document.querySelector("dialog[open], [role=dialog]") ?? document.body;
  const words = (element) =>
    (element.getAttribute("aria-label") ?? element.textContent ?? "")
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 60);
  const called = (element) =>
    `${element.tagName.toLowerCase()}${[...element.classList].map((each) => `.${each}`).join("")}`;
  const name = (element) => `${called(element)} “${words(element)}”`;
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest("[inert], [aria-hidden=true], .vh");
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const scrolling = (value) => value === "auto" || value === "scroll";
  const parents = function* (element) {
    for (let up = element; up && up !== document.body; up = up.parentElement) yield up;
  };

  // ---- The page's width; phones zoom out instead of scrolling: the width that counts is the screen's ----
  function pageWidth() {
    const over = document.documentElement.scrollWidth - width;
    if (over <= 0) return;
    const widest = [...scope.querySelectorAll("*")]
      .filter((each) => each.getBoundingClientRect().right > width + SLACK && seen(each))
      .pop();
    faults.add(`the page is ${over} px too wide${widest ? `: ${name(widest)}` : ""}`);
  }

  // ---- Controls: in reach, not covered, large enough for a finger ----
  const boxOf = (element) => element.getClientRects()[0] ?? element.getBoundingClientRect();
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const passing = ".asked, .es-open .es-maps, .since ol"; /* the next tap takes it away */
  const wider = finger ? "label, [data-rules]" : "label"; /* its words are tapped as well */
  const hits = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return !!top && (element.contains(top) || !!top.closest(wider)?.contains(element));
  };
  const mayHit = (element, x, y) =>
    hits(element, x, y) || !!document.elementFromPoint(x, y)?.closest(passing);
  const inSight = ([x, y]) => x > 0 && x < width && y > 0 && y < height;
  // Whether it is so of the element's middle somewhere that the page can be scrolled to.
  const somewhere = (element, so) => {
    const back = [...parents(element)].map((each) => [each, each.scrollTop, each.scrollLeft]);
    const page = [scrollX, scrollY];
    const told = () => dispatchEvent(new Event("scroll")); /* at once, not with the next frame */
    const found = ["center", "start", "end"].some((block) => {
      element.scrollIntoView({ block, inline: "center", behavior: "instant" });
      told();
      return so(middle(boxOf(element)));
    });
    for (const [each, top, left] of back) Object.assign(each, { scrollTop: top, scrollLeft: left });
    scrollTo(...page);
    told();
    return found;
  };
  const reached = (element) =>
    somewhere(element, (spot) => inSight(spot) && mayHit(element, ...spot));
  // How far taps from there on are its own, across and down.
  const tappable = (element, [x, y]) =>
    [
      [1, 0],
      [0, 1],
    ].map(([dx, dy]) => {
      let far = -1;
      for (const to of [-1, 1])
        for (let n = 0; n < LEAST && mayHit(element, x + to * n * dx, y + to * n * dy); n++) far++;
      return far;
    });
  function size(element, box) {
    /* taps on maps go to the nearest spot, and taps on a column to its box */
    const drawn = !!element.ownerSVGElement || element.closest(".col.legal");
    const inText = element.tagName === "A" && styleOf(element).display === "inline";
    if (!finger || drawn || inText || Math.min(box.width, box.height) >= LEAST - SLACK) return;
    let most = [0, 0];
    const enough = (spot) => {
      const now = tappable(element, spot);
      if (Math.min(...now) > Math.min(...most)) most = now;
      return Math.min(...most) >= LEAST - SLACK;
    };
    if (!enough(middle(box)) && !somewhere(element, enough))
      faults.add(`${most.join(" x ")} px to tap: ${name(element)}`);
  }
  function controls() {
    const all = "button, a[href], input, select, textarea, summary, [role=button]";
    for (const element of scope.querySelectorAll(all)) {
      if (element.disabled || element.getAttribute("aria-disabled") === "true") continue;
      if (element.type === "file" || !seen(element)) continue;
      const box = boxOf(element);
      if (!box.width || !box.height) continue;
      const spot = middle(box);
      const top = inSight(spot) ? document.elementFromPoint(...spot) : null;
      if (inSight(spot) && hits(element, ...spot)) size(element, box);
      else if (element.closest(".ro-map"))
        continue; /* taps there go to the nearest spot, by the map's own reckoning */
      else if (top?.closest(passing)) continue;
      else if (!reached(element))
        faults.add(`out of reach: ${name(element)}${top ? ` below ${name(top)}` : ""}`);
    }
  }

  // ---- Text: not cut off, not scrolled away unseen, and no two over each other ----
  function textBoxes() {
    const texts = [],
      range = document.createRange();
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !element || !seen(element)) continue;
      if (/^(STYLE|SCRIPT|OPTION|TITLE|DESC|TEXTAREA)$/i.test(element.tagName)) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 1 && box.height > 1) texts.push({ element, box });
    }
    return texts;
  }
  // Lines that leave out what does not fit wrap their items; an item is then gone as a whole.
  function leftOut(element, line, hole) {
    const { display, flexWrap } = styleOf(line);
    if (display !== "flex" || flexWrap !== "wrap") return false;
    const item = [...parents(element)].find((each) => each.parentElement === line);
    return !!item && item.getBoundingClientRect().top >= hole.bottom - SLACK;
  }
  // Whether a text is cut by a box around it: "cut", "away" (scrolled, or an item that is left out as a whole), or "".
  function clipped({ element, box }) {
    for (const up of parents(element)) {
      const { overflowX, overflowY } = styleOf(up);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const hole = up.getBoundingClientRect();
      if (hole.width < 3 || hole.height < 3) return "away"; /* for screen readers alone */
      const outside =
        box.top >= hole.bottom - SLACK ||
        box.bottom <= hole.top + SLACK ||
        box.left >= hole.right ||
        box.right <= hole.left;
      const scrolls = scrolling(overflowX) || scrolling(overflowY);
      if (outside && (scrolls || leftOut(element, up, hole))) return "away";
      if (
        outside ||
        (!scrolling(overflowX) &&
          (box.right > hole.right + SLACK || box.left < hole.left - SLACK)) ||
        (!scrolling(overflowY) &&
          (box.bottom > hole.bottom + box.height / 3 || box.top < hole.top - box.height / 3))
      )
        return `cut in ${called(up)}`;
      if (scrolls)
        return box.top < hole.top - SLACK || box.bottom > hole.bottom + SLACK ? "away" : "";
    }
    return "";
  }
  // Whether something opaque lies over an element; a text without a ground of its own does not hide another.
  function hides(top, element) {
    for (let up = top; up && !up.contains(element); up = up.parentElement) {
      const { backgroundColor, backgroundImage } = styleOf(up);
      if (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none") return true;
    }
    return false;
  }
  function texts() {
    const shown = [];
    for (const text of textBoxes()) {
      const how = clipped(text);
      if (how.startsWith("cut")) faults.add(`text ${how}: ${name(text.element)}`);
      else if (!how && !text.element.closest(passing)) shown.push(text);
    }
    /* taps go through the callout of the first games, looks do not */
    const callout = document.querySelector(".guide:not(.away)")?.getBoundingClientRect();
    const below = ({ element, box: { left, right, top, bottom } }) =>
      callout &&
      !element.closest(".guide") &&
      Math.max(left, callout.left) < Math.min(right, callout.right) &&
      Math.max(top, callout.top) < Math.min(bottom, callout.bottom);
    const uncovered = shown.filter((text) => {
      const { element, box } = text;
      if (below(text)) return false;
      if (element.ownerSVGElement) return true;
      const top = document.elementFromPoint(...middle(box));
      return !!top && (element.contains(top) || !hides(top, element));
    });
    const collide = (a, b) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 3 && down > Math.min(a.height, b.height) * 0.4;
    };
    uncovered.sort((a, b) => a.box.top - b.box.top);
    uncovered.forEach((a, i) => {
      for (let j = i + 1; j < uncovered.length && uncovered[j].box.top < a.box.bottom; j++) {
        const b = uncovered[j];
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        if (a.element.ownerSVGElement !== b.element.ownerSVGElement) continue;
        if (collide(a.box, b.box))
          faults.add(`text over text: ${name(a.element)} and ${name(b.element)}`);
      }
    });
    /* what a die stands for is written beside it, within the same box */
    const part = (element) => element.closest(".act, .paper");
    for (const die of scope.querySelectorAll(":is(.act, .paper) .die")) {
      if (!seen(die)) continue;
      const box = die.getBoundingClientRect(),
        beside = shown.filter(({ element }) => part(element) === part(die));
      for (const text of beside)
        if (!die.parentElement.contains(text.element) && collide(box, text.box))
          faults.add(`a die over text: ${name(text.element)}`);
    }
  }

  // ---- Boxes: none scrolls without a bar that says so, and in the action area none at all, but for the list of what has
  // happened, which lies over the sheet ----
  const overflows = (each) =>
    each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2;
  function boxes() {
    for (const each of scope.querySelectorAll("*")) {
      if (each.ownerSVGElement || !each.clientHeight || !overflows(each)) continue;
      const { overflowX, overflowY, scrollbarWidth } = styleOf(each);
      const scrolls = scrolling(overflowX) || scrolling(overflowY);
      if (scrolls && each.closest(".act") && !each.matches(".since > ol") && seen(each))
        faults.add(
          `does not fit into the action area: ${name(each)}, ${each.scrollHeight} px in ${each.clientHeight}`,
        );
      else if (scrolls && scrollbarWidth === "none" && seen(each))
        faults.add(`scrolls without a bar: ${name(each)}`);
    }
  }

  // ---- The own sheet is whole where there is room for it ----
  function whole() {
    const paper = scope.querySelector("main.tbl:not(.replay) .paper");
    if (!paper || width < 1101 || height < 721 || document.querySelector(".ph.looking")) return;
    if (paper.scrollHeight > paper.clientHeight + 2)
      faults.add(`the sheet is cut: ${paper.scrollHeight} px in ${paper.clientHeight}`);
  }

  // ---- The table: the prompt, its dice and buttons are whole and in sight; the sheet has a place ----
  function prompt() {
    const act = scope.querySelector("main.tbl .act:not(:has(.entry))");
    if (!act) return;
    const hole = act.getBoundingClientRect();
    for (const part of act.querySelectorAll("h1, .cons, .news, .die, .es-wanted, .b")) {
      const box = part.getBoundingClientRect();
      if (!box.height || !seen(part)) continue;
      if (box.bottom > hole.bottom + SLACK || box.top < hole.top - SLACK)
        faults.add(`out of the action area: ${name(part)}`);
      else if (scrollY === 0 && (box.bottom > height + SLACK || box.top < 0))
        faults.add(`below the fold: ${name(part)}`);
    }
  }
  function place() {
    const paper = document.querySelector(sheet || ".none");
    if (!paper || document.querySelector(".ph.looking, .rev, main.replay")) return null;
    const box = paper.getBoundingClientRect();
    const up = paper.closest(".paper");
    return [box.x + scrollX, box.y + scrollY + (up?.scrollTop ?? 0), box.width, box.height].map(
      Math.round,
    );
  }

  for (const check of [pageWidth, controls, texts, boxes, whole, prompt]) check();
  return { faults: [...faults], sheet: place() };
}
