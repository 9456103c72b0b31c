import type { Settings } from "../../config/load-config.ts";
import { BRIDGE_PORT } from "../../sandbox/inside-programs.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { browserProgram } from "../../sources/browser/browser-program.ts";
import type { BrowserAnswer, BrowserOf, BrowserSession } from "../../sources/browser/browser-session.ts";
import type { EraMemory } from "../../sources/mcp/connection/open-session.ts";
import {
  createServerConnection,
  type ServerConnection,
} from "../../sources/mcp/connection/server-connection.ts";
import type { ServerSettings } from "../../sources/mcp/server-settings.ts";
import { resultOutput } from "../../sources/mcp/tool/mcp-tool.ts";
import { once } from "../../support/once.ts";
import { VERSION } from "../../version.ts";
import { openSandbox } from "../containment/open-sandbox.ts";
import type { OutgoingRules } from "../containment/outgoing-rules.ts";

/** The browsers of a runtime: one for each run that uses one. */
interface Browsers {
  readonly of: BrowserOf;
  close(): Promise<void>;
}

interface BrowserParts {
  readonly settings: Settings;
  readonly workspace: string;
  readonly hidden: readonly string[];
  readonly outside: OutgoingRules;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Resolves when a run has ended. */
  whenEnded(runId: string): Promise<void> | undefined;
}

/** A browser is many processes: under the process limit for scripts not even one page would open. */
const PROCESSES = 1_024;
const OPEN_FILES = 8_192;
const CPUS = 2;
const IDLE_MS = 600_000;
const TIMEOUT_MS = 60_000;
const TRUSTED_NAMES = ["PATH", "HOME", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "TMPDIR"];

/**
 * Opens browsers through the Playwright MCP server, contained like any other server. Starts nothing until it
 * is needed.
 */
export function openBrowsers(parts: BrowserParts): Browsers {
  const { settings, workspace, hidden, variables } = parts;
  const { browser, sandbox: limits } = settings.config;
  const sandbox = once(() =>
    openSandbox(
      {
        ...limits,
        memory: Math.max(limits.memory, browser.memory),
        processes: Math.max(limits.processes, PROCESSES),
        openFiles: Math.max(limits.openFiles, OPEN_FILES),
        cpu: Math.max(limits.cpu, CPUS),
        warm: false,
      },
      parts.outside,
      { unixSockets: true },
    ),
  );
  const open = new Map<string, ServerConnection>();
  // Every run's server is the same program, so the protocol version found at the first one applies to all.
  const eras = sharedEra();

  function connect(runId: string): ServerConnection {
    const connection = createServerConnection({
      settings: serverSettings(settings),
      eras,
      identity: { name: "dejima", version: VERSION },
      host: {
        sandbox: sandbox.get,
        workspace,
        hidden,
        masks: async () => [], // it gets none of the user's folders
        trustedEnvironment: Object.fromEntries(
          TRUSTED_NAMES.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
        ),
      },
      admit: () => {},
      onNotice: () => {},
      onDefinitions: async () => {},
      now: Date.now,
      random: Math.random,
    });
    open.set(runId, connection);
    void parts.whenEnded(runId)?.then(async () => {
      open.delete(runId);
      await connection.close();
    });
    return connection;
  }

  return {
    of: async (runId) => sessionOf(open.get(runId) ?? connect(runId)),
    async close() {
      await Promise.all([...open.values()].map((connection) => connection.close()));
      await (await sandbox.made?.catch((): Sandbox | undefined => undefined))?.close();
    },
  };
}

function serverSettings({ config: { browser, network } }: Settings): ServerSettings {
  const { command, args, folders, hosts } = browserProgram({
    ...browser,
    ...network,
    proxyPort: BRIDGE_PORT,
  });
  return {
    name: "browser",
    place: {
      type: "stdio",
      command,
      args,
      environment: {},
      folders: folders.map((path) => ({ path, access: "read-only" })),
      hosts,
      trusted: browser.trusted,
    },
    timeoutMs: TIMEOUT_MS,
    startTimeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
    maxMessageBytes: 64 * 1024 ** 2,
    exposure: "search",
    prefix: false,
  };
}

function sessionOf(connection: ServerConnection): BrowserSession {
  return {
    async ask({ tool, input, signal }): Promise<BrowserAnswer> {
      const result = await connection.call({ tool, input, signal, repeatable: false });
      resultOutput(result, { server: "the browser", tool }); // throws the error that the server reports
      return {
        text: result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
        images: result.content.flatMap((block) =>
          block.type === "image"
            ? [{ mediaType: block.mimeType, content: Buffer.from(block.data, "base64") }]
            : [],
        ),
      };
    },
  };
}

function sharedEra(): EraMemory {
  let remembered: Awaited<ReturnType<EraMemory["get"]>>;
  return {
    get: async () => remembered,
    set: async (era) => {
      remembered = era;
    },
  };
}
