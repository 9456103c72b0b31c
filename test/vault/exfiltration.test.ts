import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/sandbox/limit/limits.ts";
import type { Sandbox, StartOptions } from "../../src/sandbox/sandbox.ts";
import { aServer, type TestServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { anInterceptingSandbox, aTrustedServer } from "./a-bound-host.ts";
import { ANN, aBinding, aVault } from "./a-vault.ts";
import { echoing } from "./echoing-host.ts";
import { PROGRAMS } from "./exfiltration-programs.ts";

const { works, why } = await usable("bubblewrap");

/** Letters that may stand in a header, a name of a header, a status and an address. */
const VALUE = "s3cr3t-Value_0123456789.abcdefXYZ~end";

/** How many letters of the value in a row nobody may see. */
const TOLD = 8;

describe.runIf(works)(`programs that are after a secret${why}`, () => {
  const servers: TestServer[] = [];
  let sandbox: Sandbox;
  let folder: string;
  const heard: string[] = [];
  let hosts: readonly string[];
  let variables: Record<string, string>;

  const listening: RequestListener = async (request, response) => {
    const body = (await Array.fromAsync(request)).join("");
    heard.push(
      [
        request.url,
        JSON.stringify(request.rawHeaders),
        decodedLogin(request.headers.authorization),
        body,
      ].join("\n"),
    );
    response.end("heard");
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dejima-exfiltration-"));
    const other = await aTrustedServer(["other.test"], listening);
    const plain = await aServer(listening);
    const bound = await aTrustedServer(
      ["api.test"],
      echoing(() => `https://other.test:${other.port}`),
    );
    servers.push(other, plain, bound);
    hosts = [`api.test:${bound.port}`, `other.test:${other.port}`, `api.test:${plain.port}`];
    variables = { BOUND: hosts[0] ?? "", OTHER: hosts[1] ?? "", PLAIN: String(plain.port) };
    sandbox = await anInterceptingSandbox(hosts, { ...DEFAULT_LIMITS, cpus: 2, wallTimeMs: 300_000 });
  });
  afterAll(async () => {
    await sandbox.close();
    for (const server of servers) await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Runs all programs, one after the other. Returns all that each of them saw or got out. */
  async function runAll(
    options: Pick<StartOptions, "secrets" | "environment">,
  ): Promise<Map<string, string>> {
    const script = PROGRAMS.map(([, command], at) => {
      const words = command
        .replaceAll("@", `https://${hosts[0]}`)
        .replaceAll("%/", `https://${hosts[1]}/p${at}/`);
      return `echo; echo "==== ${at}"; ( ${words}\n ) 2>&1`;
    }).join("\n");
    heard.length = 0;
    const {
      stdout,
      stderr,
      exitCode,
      connections = [],
      cause,
    } = await sandbox.start(["sh", "-c", `${script}; exit 0`], {
      ...options,
      workspace: { path: folder, access: "read-write" },
      environment: { ...options.environment, ...variables },
      hosts,
    }).result;
    expect(exitCode, `${cause} ${stderr}`).toBe(0);
    const seen = new Map(PROGRAMS.map(([name]) => [name, ""]));
    for (const part of stdout.split("\n==== ").slice(1)) {
      const name = PROGRAMS[Number.parseInt(part, 10)]?.[0] ?? "";
      seen.set(name, `${seen.get(name)}${part.slice(part.indexOf("\n"))}`);
    }
    for (const text of heard) {
      const name = PROGRAMS[Number(/^\/p(\d+)\//.exec(text)?.[1] ?? -1)]?.[0] ?? "sent to others";
      seen.set(name, `${seen.get(name) ?? ""}\n${text}`);
    }
    seen.set("hosts that were asked for", connections.map(({ host }) => host).join("\n"));
    for (const file of await readdir(folder))
      seen.set(`file ${file}`, await readFile(join(folder, file), "latin1"));
    return seen;
  }

  test(`none of ${PROGRAMS.length} sees the value or gets it out; with the value in its environment each of them does`, async () => {
    const vault = aVault();
    const binding = aBinding({ hosts: [hosts[0] ?? ""] });
    await vault.set("T", { source: "stored", value: VALUE, binding }, ANN);
    const guarded = await runAll({ secrets: await vault.boundTo({ user: "shell" }) });
    expect(
      [...guarded].filter(([, text]) => tells(text)).map(([name, text]) => [name, text.slice(0, 2_000)]),
    ).toEqual([]);
    expect(vault.told.uses.length).toBeGreaterThan(20);

    // Nobody stands in between now, so the programs must trust the hosts themselves.
    const trusted = join(folder, "trusted.pem");
    await writeFile(trusted, getCACertificates("default").join("\n"));
    const unguarded = await runAll({ environment: { T: VALUE, CURL_CA_BUNDLE: trusted } });
    const told =
      tells(unguarded.get("sent to others") ?? "") && tells(unguarded.get("hosts that were asked for") ?? "");
    expect(told).toBe(true);
    const silent = PROGRAMS.map(([name]) => name).filter((name) => !tells(unguarded.get(name) ?? ""));
    expect(silent).toEqual(SILENT);
  });
});

/** These get it out without seeing it themselves, or are stopped by the sandbox or the host whatever they hold. */
const SILENT: readonly string[] = [
  "name of a host",
  "name that is looked up",
  "the bound host without TLS",
  "another address for the same host",
  "a redirect",
  "a redirect that takes the header along",
  "two requests in one",
];

/** Whether a text tells of the value, in any of the spellings that the programs and the host use. */
function tells(text: string): boolean {
  const bare = text.replaceAll(/[\s\0]/g, "");
  const windows = Array.from({ length: VALUE.length - TOLD + 1 }, (_, at) => VALUE.slice(at, at + TOLD));
  const readings = [
    bare,
    bare.replaceAll("%", ""),
    [...bare].reverse().join(""),
    ...[0, 1, 2, 3].map((at) => Buffer.from(bare.slice(at), "base64").toString("latin1")),
    ...(bare.match(/[A-Za-z0-9+/=]{16,}/g) ?? []).flatMap((part) =>
      [0, 1, 2, 3].map((at) => Buffer.from(part.slice(at), "base64").toString("latin1")),
    ),
  ].map((reading) => reading.toLowerCase());
  return windows.some((window) => {
    const plain = window.toLowerCase();
    const hex = Buffer.from(window).toString("hex");
    return readings.some((reading) => reading.includes(plain) || reading.includes(hex));
  });
}

function decodedLogin(header = ""): string {
  return header.startsWith("Basic ") ? atob(header.slice("Basic ".length)) : "";
}
