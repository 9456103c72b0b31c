import { useConsole } from "../core/console-context.ts";
import { THEMES, type Theme } from "../core/preferences.ts";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import type { IconName } from "../parts/icon.tsx";
import { shellWords } from "../words/shell.ts";

const ICONS: Readonly<Record<Theme, IconName>> = { system: "system", light: "sun", dark: "moon" };
const WORDS: Readonly<Record<Theme, keyof typeof shellWords>> = {
  system: "themeSystem",
  light: "themeLight",
  dark: "themeDark",
};

/** Theme and language, one click each. */
export function QuickSettings() {
  const { theme, language } = useConsole().preferences;
  const say = useWords(shellWords);
  const nextTheme = () => {
    theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  };
  const nextLanguage = () => {
    language.value = language.value === "en" ? "zh" : "en";
  };
  return (
    <>
      <Button small kind="quiet" onClick={nextLanguage}>
        <span lang={language.value === "en" ? "zh-CN" : "en"}>{say("language")}</span>
      </Button>
      <Button
        small
        kind="quiet"
        icon={ICONS[theme.value]}
        label={say("theme", { theme: say(WORDS[theme.value]) })}
        onClick={nextTheme}
      />
    </>
  );
}
