import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { COMMAND } from "../support/command.ts";
import { DECISION, KEY } from "../support/effort.ts";
import { watchPane } from "../support/pane-watch.ts";
import { SHARED_CACHE } from "../support/trust.ts";
import type { CommandLine } from "./command-line.ts";

/** Whether there is a terminal to run a command in. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
if (!hasTmux) console.log("terminal: tmux is not installed, the scenes in a real terminal are passed over");

/** A command, or whatever `start` says, in a real terminal. */
export async function aTerminal(
  cli: CommandLine,
  args: readonly string[],
  {
    env = "",
    width = 150,
    height = 120,
    program = COMMAND,
    start = `${process.execPath} ${program} ${args.join(" ")}`,
  }: { env?: string; width?: number; height?: number; program?: string; start?: string } = {},
) {
  const session = `dejima-${process.pid}-${Math.random().toString(36).slice(2)}`;
  let seconds = 0;
  const tmux = (...words: string[]) => execFileSync("tmux", ["-L", session, ...words], { encoding: "utf8" });
  const line = `cd ${cli.folder} && exec env -i TERM=xterm LANG=C.UTF-8 HOME=${cli.folder} PATH=${process.env.PATH} XDG_CACHE_HOME=${SHARED_CACHE.XDG_CACHE_HOME} OLLAMA_HOST=http://127.0.0.1:9 ${env} ${start}`;
  // The screen stays after the command has ended, for those who look late.
  const stay = ["start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";"];
  tmux("-u", ...stay, "new-session", "-d", "-x", `${width}`, "-y", `${height}`, line);
  const watch = watchPane(session);
  /** Does something to the terminal after which its screen may look different. */
  const act = (...words: string[]) => {
    const said = tmux(...words);
    watch.expectNews();
    return said;
  };
  const screen = () => tmux("capture-pane", "-p", "-S", "-200");
  const until = async (wanted: RegExp): Promise<string> => {
    watch.expectNews();
    for (const deadline = Date.now() + 60_000; ; await delay(100)) {
      if (!watch.hasNews()) continue;
      const text = screen();
      if (wanted.test(text)) return text;
      if (Date.now() > deadline) expect.unreachable(`never saw ${wanted} in\n${text}`);
    }
  };
  /** What a look at the screen gives once it gives anything: programs draw in several steps. */
  const seen = async (look: (visible: string) => string): Promise<string> => {
    watch.expectNews();
    for (const deadline = Date.now() + 60_000; ; await delay(100)) {
      if (!watch.hasNews()) continue;
      const visible = tmux("capture-pane", "-p");
      const found = look(visible);
      if (found !== "") return found;
      if (Date.now() > deadline) expect.unreachable(`never found it in\n${visible}`);
    }
  };
  /** Waits for the end of the command. */
  const ended = async (): Promise<void> => {
    const deadline = Date.now() + 60_000;
    while (tmux("list-panes", "-F", "#{pane_dead}").trim() !== "1") {
      if (Date.now() > deadline) expect.unreachable(`it never ended:\n${screen()}`);
      await delay(100);
    }
  };
  return {
    until,
    ended,
    seen,
    /** What is on the screen now, without what has scrolled away. */
    visible: () => tmux("capture-pane", "-p"),
    type(text: string) {
      seconds += DECISION + KEY * (text.length + 1);
      return tmux("send-keys", "-l", text) + act("send-keys", "Enter");
    },
    /** Seconds that a practised person needs for what was typed so far. */
    effort: () => seconds,
    /** Keys in one piece, as they arrive from somebody who types faster than the program draws. */
    burst: (keys: string) =>
      act("send-keys", "-H", ...[...Buffer.from(keys)].map((byte) => byte.toString(16))),
    press: (key: string) => act("send-keys", key),
    paste(text: string) {
      tmux("set-buffer", text);
      act("paste-buffer", "-p");
    },
    resize: (columns: number) => act("resize-window", "-x", `${columns}`),
    async [Symbol.asyncDispose]() {
      spawnSync("tmux", ["-L", session, "kill-server"]);
      watch[Symbol.dispose]();
    },
  };
}
