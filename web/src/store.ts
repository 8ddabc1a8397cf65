/* What the browser remembers. Storage may be forbidden or full: then nothing is remembered and all else works. */

const PREFIX = "pipwright.";

export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/* Whether it is kept; the game goes on without it. */
export function save(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/* Everything: settings, the game, seats at tables. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    /* There was nothing. */
  }
}

/* Whether anything can be remembered at all. */
export function remembers(): boolean {
  try {
    localStorage.setItem(`${PREFIX}probe`, "1");
    localStorage.removeItem(`${PREFIX}probe`);
    return true;
  } catch {
    return false;
  }
}

/* ---- A value that components can watch ---- */

export interface Cell<T> {
  get(): T;
  set(value: T): void;
  watch(call: () => void): () => void;
}

export function cell<T>(value: T): Cell<T> {
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const call of [...watchers]) call();
    },
    watch(call) {
      watchers.add(call);
      return () => watchers.delete(call);
    },
  };
}

/* ---- Settings ---- */

export interface Settings {
  name: string;
  theme: "system" | "light" | "dark";
  language: "en" | "de" | "";
  letters: boolean;
  motion: boolean;
  sound: boolean;
  pace: "instant" | "normal" | "slow" /* at which others' turns are shown */;
  call: boolean /* a sound when it is one's turn and the page is not in sight */;
  level: string /* of bots; "" until one is chosen */;
  notify: boolean /* a notification then; the browser may forbid it */;
  tutor: "off" | "big" | "clear" | "all" /* which mistakes are asked about */;
}

const defaults: Settings = {
  name: "",
  theme: "system",
  language: "",
  letters: true,
  motion: true,
  sound: false,
  pace: "normal",
  call: false,
  level: "",
  notify: false,
  tutor: "off",
};
export const settings = cell<Settings>({ ...defaults, ...load<Partial<Settings>>("settings", {}) });

export function change(part: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...part });
  save("settings", settings.get());
}
