import { useConsole } from "../core/console-context.ts";
import { THEMES } from "../core/preferences.ts";
import { addressOf } from "../core/route.ts";
import { useWords } from "../core/words.ts";
import type { IconName } from "../parts/icon.tsx";
import { shellWords } from "../words/shell.ts";
import { PAGES } from "./pages.ts";

/** A command of the palette. */
export interface Command {
  /** Distinguishes it from others with the same label. */
  readonly key?: string;
  readonly words: string;
  readonly icon: IconName;
  readonly keys?: string;
  run(): void;
}

/** The commands that are available everywhere. */
export function useCommands(): readonly Command[] {
  const { route, preferences } = useConsole();
  const say = useWords(shellWords);
  const themes = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;
  return [
    { words: say("newConversation"), icon: "plus", keys: "n", run: () => route.go(addressOf("chat")) },
    ...PAGES.flat().map(({ name, key }) => ({
      words: say(name),
      icon: name,
      keys: `g ${key}`,
      run: () => route.go(addressOf(name)),
    })),
    ...THEMES.map((theme) => ({
      words: say("theme", { theme: say(themes[theme]) }),
      icon: "sun" as const,
      run: () => {
        preferences.theme.value = theme;
      },
    })),
    {
      words: say("language"),
      icon: "edit",
      run: () => {
        preferences.language.value = preferences.language.value === "en" ? "zh" : "en";
      },
    },
  ];
}
