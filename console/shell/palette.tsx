import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { useConsole } from "../core/console-context.ts";
import { THEMES } from "../core/preferences.ts";
import { addressOf } from "../core/route.ts";
import { useData } from "../core/use-data.ts";
import { useWords } from "../core/words.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { shellWords } from "../words/shell.ts";
import { PAGES } from "./pages.ts";

/** A command of the palette. */
interface Command {
  /** Distinguishes it from others with the same label. */
  readonly key?: string;
  readonly words: string;
  readonly icon: IconName;
  readonly keys?: string;
  run(): void;
}

/** The command palette. */
export function Palette({ onClose }: { onClose(): void }) {
  const say = useWords(shellWords);
  const text = useSignal("");
  const chosen = useSignal(0);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const wanted = text.value.trim().toLowerCase();
  const found = useFoundConversations(wanted);
  const known = useCommands().filter(({ words }) => words.toLowerCase().includes(wanted));
  const commands = [...known, ...found];
  const index = Math.min(chosen.value, Math.max(0, commands.length - 1));
  const run = (at: number) => {
    onClose();
    commands[at]?.run();
  };
  useEffect(() => {
    input.current?.focus();
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") chosen.value = (index + 1) % Math.max(1, commands.length);
    else if (event.key === "ArrowUp")
      chosen.value = (index - 1 + commands.length) % Math.max(1, commands.length);
    else if (event.key === "Enter") run(index);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog bare class="palette" title={say("commands")} onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={commands.length === 0 ? undefined : `${list}-${index}`}
        aria-label={say("commands")}
        placeholder={say("commands")}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKey}
      />
      {commands.length === 0 ? <p class="dialog-body soft">{say("noCommand")}</p> : null}
      <div class="palette-list" id={list} role="listbox" aria-label={say("commands")} tabIndex={-1}>
        {commands.map(({ key, words, icon, keys }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={key ?? words}
            id={`${list}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onClick={() => run(at)}
          >
            <Icon name={icon} />
            <span class="palette-words">{words}</span>
            {keys === undefined ? null : <span class="end">{keys}</span>}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

const SHORTEST = 2;
const MOST = 6;

/** The conversations that contain a text, as palette commands. */
function useFoundConversations(text: string): readonly Command[] {
  const { api, route } = useConsole();
  const query = text.trim();
  const found = useData(
    async () =>
      query.length < SHORTEST ? [] : api.get("/api/conversations", { query: { query, limit: MOST } }),
    [query],
  );
  return (found.value ?? []).map(({ id, title }) => ({
    key: id,
    words: title,
    icon: "chat",
    run: () => route.go(addressOf("chat", id)),
  }));
}

/** The commands that are available everywhere. */
function useCommands(): readonly Command[] {
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
