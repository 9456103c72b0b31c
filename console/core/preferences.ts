import { effect, type Signal, signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
const LANGUAGES = ["en", "zh"] as const;

export type Theme = (typeof THEMES)[number];
export type Language = (typeof LANGUAGES)[number];

/** The preferences of this browser. */
export interface Preferences {
  readonly theme: Signal<Theme>;
  readonly language: Signal<Language>;
  /** Whether single keys are shortcuts. Some assistive tools type such keys by themselves. */
  readonly shortcuts: Signal<boolean>;
  /** Whether interfaces of MCP servers are shown in conversations. */
  readonly interfaces: Signal<boolean>;
  /** Whether the menu shows only icons, and whether the list of conversations is collapsed. */
  readonly menuFolded: Signal<boolean>;
  readonly listFolded: Signal<boolean>;
  readonly token: Signal<string>;
  /** Whether the token is kept when the window is closed. */
  readonly rememberToken: Signal<boolean>;
}

/** Reads the preferences of this browser, stores every change, and applies theme and language to the page. */
export function createPreferences(page: HTMLElement): Preferences {
  const theme = signal(oneOf(THEMES, read("theme"), "system"));
  const language = signal(oneOf(LANGUAGES, read("language"), languageOfBrowser()));
  const shortcuts = signal(read("shortcuts") !== "off");
  const interfaces = signal(read("interfaces") !== "off");
  const menuFolded = signal(read("menu") === "folded");
  const listFolded = signal(read("list") === "folded");
  const rememberToken = signal(read("token") !== "");
  const token = signal(read("token") || read("token", sessionStorage));

  effect(() => {
    page.dataset.theme = theme.value;
    write("theme", theme.value);
  });
  effect(() => {
    page.lang = language.value === "zh" ? "zh-CN" : "en";
    write("language", language.value);
  });
  effect(() => write("menu", menuFolded.value ? "folded" : ""));
  effect(() => write("list", listFolded.value ? "folded" : ""));
  effect(() => write("shortcuts", shortcuts.value ? "on" : "off"));
  effect(() => write("interfaces", interfaces.value ? "on" : "off"));
  effect(() => {
    write("token", rememberToken.value ? token.value : "");
    write("token", rememberToken.value ? "" : token.value, sessionStorage);
  });
  return { theme, language, shortcuts, interfaces, menuFolded, listFolded, token, rememberToken };
}

function languageOfBrowser(): Language {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function oneOf<Value extends string>(values: readonly Value[], text: string, fallback: Value): Value {
  return values.find((value) => value === text) ?? fallback;
}

const key = (name: string) => `dejima.${name}`;

// A browser may refuse storage; then the choice lasts until the page is closed.
function read(name: string, storage: Storage = localStorage): string {
  try {
    return storage.getItem(key(name)) ?? "";
  } catch {
    return "";
  }
}

function write(name: string, value: string, storage: Storage = localStorage): void {
  try {
    if (value === "") storage.removeItem(key(name));
    else storage.setItem(key(name), value);
  } catch {
    // See above.
  }
}
