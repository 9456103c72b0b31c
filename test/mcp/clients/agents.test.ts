// Coding agents of others, headless, with a model on loopback that scripts their calls.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { aClientDoor, clientModules, hasClients } from "./a-client-door.ts";
import { aScriptedModel } from "./a-scripted-model.ts";

interface Start {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files to write, by their path in the workspace. The home is `home/`. */
  readonly files: Readonly<Record<string, string>>;
}

const MODEL = {
  tool_call: true,
  attachment: true,
  modalities: { input: ["text", "image"], output: ["text"] },
};

/** How each agent is told where its model and its MCP server are. */
const AGENTS: Readonly<Record<string, (at: { model: string; mcp: string }) => Start>> = {
  claude: ({ model, mcp }) => ({
    args: ["-p", "go", "--mcp-config", "mcp.json", "--strict-mcp-config", "--allowedTools", "mcp__dejima"],
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
      IS_SANDBOX: "1",
    },
    files: { "mcp.json": JSON.stringify({ mcpServers: { dejima: { type: "http", url: mcp } } }) },
  }),
  codex: ({ model, mcp }) => ({
    args: ["exec", "--skip-git-repo-check", "go"],
    env: { LOOPBACK_KEY: "none" },
    files: {
      "home/.codex/config.toml": [
        'model = "m"\nmodel_provider = "loopback"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"',
        `[model_providers.loopback]\nname = "loopback"\nbase_url = "${model}/v1"\nwire_api = "responses"`,
        `env_key = "LOOPBACK_KEY"\n[mcp_servers.dejima]\nurl = "${mcp}"\n`,
      ].join("\n"),
    },
  }),
  opencode: ({ model, mcp }) => ({
    args: ["run", "go"],
    env: { OPENCODE_DISABLE_MODELS_FETCH: "1" },
    files: {
      "opencode.json": JSON.stringify({
        autoupdate: false,
        provider: {
          loopback: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${model}/v1`, apiKey: "none" },
            models: { m: { name: "m", ...MODEL, limit: { context: 200_000, output: 8_000 } } },
          },
        },
        model: "loopback/m",
        small_model: "loopback/m",
        mcp: { dejima: { type: "remote", url: mcp, enabled: true, oauth: false } },
      }),
    },
  }),
  gemini: ({ model, mcp }) => ({
    args: ["-p", "go", "-y", "--skip-trust", "-m", "gemini-2.5-flash"],
    env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_NO_RELAUNCH: "1" },
    files: {
      "home/.gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { dejima: { httpUrl: mcp, trust: true } },
      }),
    },
  }),
};

/** Commands that want an install script, which their programs do not. */
const PROGRAMS: Readonly<Record<string, string>> = {
  claude: "@anthropic-ai/claude-code-linux-x64/claude",
  opencode: "opencode-linux-x64/bin/opencode",
};

const LIMIT_MS = 150_000;

async function runAgent(name: string, { args, env, files }: Start, workspace: string): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
  await mkdir(join(workspace, "home"), { recursive: true });
  const child = spawn(join(clientModules, PROGRAMS[name] ?? `.bin/${name}`), args, {
    cwd: workspace,
    env: { PATH: process.env.PATH, HOME: join(workspace, "home"), TERM: "xterm-256color", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      said += piece;
    });
  await new Promise((resolve) => child.once("close", resolve));
  return said;
}

for (const [name, start] of Object.entries(AGENTS))
  test.runIf(hasClients)(
    `${name} (if it can be installed) lists and calls, gets a large result, a picture and progress, and resumes an approved call`,
    async () => {
      await using door = await aClientDoor();
      await using model = await aScriptedModel([
        () => ({ tool: "make_text", input: { length: 30_000 } }),
        () => ({ tool: "work_slowly", input: { steps: 5 } }),
        () => ({ tool: "make_asked", input: { length: 7 } }),
        async (heard) => ({ tool: "resume_call", input: { id: await door.approve(heard) } }),
        () => ({ tool: "get-tiny-image", input: {} }), // last: from then on the run holds a stranger's words
        () => "All done.",
      ]);
      const said = await runAgent(name, start({ model: model.url, mcp: door.url }), door.workspace);
      const [, afterText = "", afterWork = "", afterAsking = "", afterResume = "", afterPicture = ""] =
        model.heard;
      expect(model.heard, said).toHaveLength(6);
      expect(said).toContain("All done.");
      expect(afterText).toContain("z".repeat(1_000));
      expect(afterText).not.toMatch(/-32600|match the tool's output schema/);
      expect(afterPicture).toMatch(/iVBORw0KGgo|image\/png/);
      expect(afterWork).toContain("worked 5 steps");
      expect(door.ends).toEqual(["done"]);
      expect(afterAsking).toContain("This call waits until a person approves it");
      expect(afterResume).toMatch(/[^z]z{7}[^z]/);
      const runs = await door.runtime.store.runs.list({ limit: 10 });
      expect(runs.map(({ title }) => title.toLowerCase()).join()).toMatch(AGENT_NAMES[name] ?? name);
    },
    LIMIT_MS * 2,
  );

/** What an agent calls itself towards MCP servers, where that is not the name of its command. */
const AGENT_NAMES: Readonly<Record<string, RegExp>> = { claude: /mcp claude-code /, gemini: /gemini-cli/ };
