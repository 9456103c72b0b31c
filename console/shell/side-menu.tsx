import { useConsole } from "../core/console-context.ts";
import type { Connection } from "../core/live.ts";
import { THEMES, type Theme } from "../core/preferences.ts";
import { addressOf } from "../core/route.ts";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { shellWords } from "../words/shell.ts";
import { PAGES } from "./pages.ts";

/** The pages, and which one is open. */
export function SideMenu({ onGo }: { onGo?: () => void }) {
  const { route, live, preferences } = useConsole();
  const say = useWords(shellWords);
  const { page: open } = route.place.value;
  const waiting = live.pending.value;
  // On a phone the menu opens over the page, and is never collapsed.
  const folded = onGo === undefined && preferences.menuFolded.value;
  return (
    <header class={folded ? "side folded" : "side"}>
      <a class="brand" href={addressOf("chat")} onClick={onGo}>
        <img src="/harbour.svg" alt="" width="24" height="24" />
        <span class="side-name">Dejima</span>
      </a>
      <nav aria-label={say("navigation")} class="stack">
        {PAGES.map((group) => (
          <ul key={group[0]?.name} class="side-group">
            {group.map(({ name }) => (
              <li key={name}>
                <a
                  class="side-link"
                  href={addressOf(name)}
                  aria-current={name === open ? "page" : undefined}
                  title={folded ? say(name) : undefined}
                  onClick={onGo}
                >
                  <Icon name={name} />
                  <span class="side-name">{say(name)}</span>
                  {name === "approvals" && waiting > 0 ? (
                    <span class="side-count">
                      <span aria-hidden="true">{waiting}</span>
                      <span class="only-heard">{say("waiting", { count: waiting })}</span>
                    </span>
                  ) : null}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div class="side-foot">
        <ConnectionState />
        {onGo === undefined ? (
          <Button
            small
            kind="quiet"
            class="side-fold"
            icon={folded ? "right" : "left"}
            label={say(folded ? "unfoldMenu" : "foldMenu")}
            expanded={!folded}
            onClick={() => {
              preferences.menuFolded.value = !folded;
            }}
          />
        ) : null}
        <QuickSettings />
      </div>
    </header>
  );
}

const LOOK: Readonly<Record<Connection, { readonly tone: string; readonly word: keyof typeof shellWords }>> =
  {
    open: { tone: "good", word: "connected" },
    connecting: { tone: "busy", word: "connecting" },
    lost: { tone: "care", word: "lost" },
    locked: { tone: "bad", word: "locked" },
  };

/** Whether the page is connected to the server's events. */
function ConnectionState() {
  const say = useWords(shellWords);
  const { tone, word } = LOOK[useConsole().live.connection.value];
  return (
    <span class="side-state" role="status">
      <span class={`dot ${tone}`} />
      {say(word)}
    </span>
  );
}

const ICONS: Readonly<Record<Theme, IconName>> = { system: "system", light: "sun", dark: "moon" };
const WORDS: Readonly<Record<Theme, keyof typeof shellWords>> = {
  system: "themeSystem",
  light: "themeLight",
  dark: "themeDark",
};

/** Theme and language, one click each. */
function QuickSettings() {
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
