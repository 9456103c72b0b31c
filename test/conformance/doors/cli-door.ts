import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { aCommandLine } from "../../agent/command-line.ts";
import { COMMAND } from "../../support/command.ts";
import { watchPane } from "../../support/pane-watch.ts";
import { SHARED_CACHE } from "../../support/trust.ts";
import type { ConversationDoor, DoorOptions } from "../conversation.ts";

/** Whether there is a terminal to run it in. */
export const hasTerminal = spawnSync("tmux", ["-V"]).status === 0;

const WAITS = /(?:^|\n)(?:> ?|.*\[yes\/no[^\]]*\] ?|.*回复「确认」或「取消」(?:，或 [\d/全部]+)? ?)$/;
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** `dejima chat` in a real terminal. */
export async function openCliDoor({ files, persona = "plain" }: DoorOptions): Promise<ConversationDoor> {
  const cli = await aCommandLine({ ...files });
  const session = `dejima-door-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const tmux = (...words: string[]) => execFileSync("tmux", ["-L", session, ...words], { encoding: "utf8" });
  const environment = `TERM=xterm LANG=C.UTF-8 HOME=${cli.folder} PATH=${process.env.PATH} XDG_CACHE_HOME=${SHARED_CACHE.XDG_CACHE_HOME} OLLAMA_HOST=http://127.0.0.1:9`;
  tmux(
    "-u",
    "new-session",
    "-d",
    "-x",
    "200",
    "-y",
    "200",
    `cd ${cli.folder} && exec env -i ${environment} ${process.execPath} ${COMMAND} chat --persona ${persona}`,
  );
  const watch = watchPane(session);
  const screen = () => tmux("capture-pane", "-p", "-S", "-").trimEnd();
  /** The screen once it fits. */
  const until = async (fits: (text: string) => boolean, problem: string): Promise<string> => {
    for (const deadline = Date.now() + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
      if (!watch.hasNews()) continue;
      const text = screen();
      if (fits(text)) return text;
      if (Date.now() > deadline) throw new Error(`${problem}:\n${text}`);
    }
  };
  const waiting = (before: string) =>
    until((text) => text !== before && WAITS.test(text), "it never waited for the person");
  await waiting("");
  return {
    workspace: cli.folder,
    modal: true,
    kept: { door: "cli", user: "local" },
    async say(text) {
      const before = screen();
      tmux("send-keys", "-l", text);
      watch.expectNews();
      // What was typed stands on the screen before it is sent, or the prompt would look like one that waits again.
      const typed = await until((shown) => shown.endsWith(text), "it never took the text");
      tmux("send-keys", "Enter");
      watch.expectNews();
      return (await waiting(typed)).slice(before.length);
    },
    async [Symbol.asyncDispose]() {
      spawnSync("tmux", ["-L", session, "kill-server"]);
      watch[Symbol.dispose]();
      await cli[Symbol.asyncDispose]();
    },
  };
}
