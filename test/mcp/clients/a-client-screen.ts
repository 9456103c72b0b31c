// Clients of others in a real terminal, asked by Dejima about a call of their model.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { aClientDoor, clientModules } from "./a-client-door.ts";
import { aScriptedModel } from "./a-scripted-model.ts";

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

interface ScreenStart {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** What is on the screen when the client takes input. */
  readonly ready: RegExp;
}

interface Places {
  readonly model: string;
  readonly mcp: string;
  readonly workspace: string;
}

const KEY = "none-none-none-none-";

/** The clients that show forms, each told that it has been started before. */
const SCREENS = {
  "Claude Code": ({ model, mcp, workspace }: Places): ScreenStart => ({
    command: `${clientModules}/@anthropic-ai/claude-code-linux-x64/claude --mcp-config mcp.json --strict-mcp-config --allowedTools mcp__dejima`,
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
      IS_SANDBOX: "1",
    },
    files: {
      "mcp.json": JSON.stringify({ mcpServers: { dejima: { type: "http", url: mcp } } }),
      "home/.claude.json": JSON.stringify({
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: [KEY], rejected: [] },
        projects: { [workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
      }),
    },
    ready: /mode on|for shortcuts/,
  }),
  Codex: ({ model, mcp, workspace }: Places): ScreenStart => ({
    command: `${clientModules}/.bin/codex`,
    env: { LOOPBACK_KEY: "none" },
    files: {
      "home/.codex/config.toml": [
        'model = "m"\nmodel_provider = "loopback"\napproval_policy = "on-request"\ncheck_for_update_on_startup = false',
        `[model_providers.loopback]\nname = "loopback"\nbase_url = "${model}/v1"\nwire_api = "responses"`,
        `env_key = "LOOPBACK_KEY"\n[mcp_servers.dejima]\nurl = "${mcp}"`,
        `[projects."${workspace}"]\ntrust_level = "trusted"\n`,
      ].join("\n"),
    },
    ready: /for shortcuts/,
  }),
};

export type ScreenName = keyof typeof SCREENS;

export const SCREEN_NAMES = Object.keys(SCREENS) as readonly ScreenName[]; // all of them are names

const LIMIT_MS = 170_000;
/** After this time what was typed counts as lost. */
const REPLY_MS = 40_000;

interface Approved {
  /** The screen with the question. */
  readonly asked: string;
  /** How many keys it took to approve it. */
  readonly keys: number;
  /** What the model was told afterwards. */
  readonly told: string;
}

/** Has the model of a client make a call that is asked about, and approves it with Enter alone. */
export async function approveOnScreen(name: ScreenName): Promise<Approved> {
  await using door = await aClientDoor();
  const { workspace } = door;
  await using model = await aScriptedModel([
    () => ({ tool: "make_asked", input: { length: 7 } }),
    () => "All done.",
  ]);
  const { command, env, files, ready } = SCREENS[name]({ model: model.url, mcp: door.url, workspace });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
  const session = `dejima-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const tmux = (...words: string[]) => execFileSync("tmux", ["-L", session, ...words], { encoding: "utf8" });
  const variables = Object.entries({ ...env, HOME: join(workspace, "home"), PATH: process.env.PATH ?? "" });
  const line = `cd ${workspace} && exec env -i TERM=xterm-256color LANG=C.UTF-8 ${variables.map(([key, value]) => `${key}=${value}`).join(" ")} ${command}`;
  const stay = ["start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";"];
  tmux("-u", ...stay, "new-session", "-d", "-x", "110", "-y", "45", line);
  const deadline = Date.now() + LIMIT_MS;
  const until = async (seen: (screen: string) => boolean): Promise<string> => {
    for (;;) {
      const screen = tmux("capture-pane", "-p");
      if (seen(screen)) return screen;
      if (Date.now() > deadline) throw new Error(`${name} never came so far:\n${screen}`);
      await delay(200);
    }
  };
  try {
    await until((screen) => ready.test(screen));
    // A client lists the tools of its servers a moment after it takes input, and a model without tools says "ok". While a request
    // is on its way nothing is typed: it would answer the question.
    while (model.heard.length === 0 && Date.now() < deadline) {
      const { dismissed } = model;
      const typed = Date.now();
      tmux("send-keys", "-l", "go");
      await delay(300);
      tmux("send-keys", "Enter");
      await until(
        () => model.heard.length > 0 || model.dismissed > dismissed || Date.now() - typed > REPLY_MS,
      );
      await delay(2_000);
    }
    const asked = await until((screen) => screen.includes("Yes, this once"));
    let keys = 0;
    for (; model.heard.length < 2 && keys < 5; keys++) {
      await delay(1_500); // no person presses faster, and faster answers count as nobody's
      tmux("send-keys", "Enter");
      await delay(1_500);
    }
    return { asked, keys, told: model.heard[1] ?? "" };
  } finally {
    tmux("kill-server");
  }
}
