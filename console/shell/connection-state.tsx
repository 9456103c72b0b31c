import { useConsole } from "../core/console-context.ts";
import type { Connection } from "../core/live.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";

const LOOK: Readonly<Record<Connection, { readonly tone: string; readonly word: keyof typeof shellWords }>> =
  {
    open: { tone: "good", word: "connected" },
    connecting: { tone: "busy", word: "connecting" },
    lost: { tone: "care", word: "lost" },
    locked: { tone: "bad", word: "locked" },
  };

/** Whether the page is connected to the server's events. */
export function ConnectionState() {
  const say = useWords(shellWords);
  const { tone, word } = LOOK[useConsole().live.connection.value];
  return (
    <span class="side-state" role="status">
      <span class={`dot ${tone}`} />
      {say(word)}
    </span>
  );
}
