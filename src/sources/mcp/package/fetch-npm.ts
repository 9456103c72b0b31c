import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import type { ConnectionRecord, Sandbox, SandboxResult } from "../../../sandbox/sandbox.ts";
import { MOST_BYTES } from "./fetch-limits.ts";
import type { NpmRegistry } from "./npm-registry.ts";

/** How far a fetch has come. */
export interface FetchProgress {
  /** Files that have arrived. */
  readonly arrived: number;
  readonly last: string;
}

interface FetchOptions {
  readonly sandbox: Sandbox;
  /** An empty folder of ours, which the packages are put into. */
  readonly folder: string;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface NpmOptions extends FetchOptions {
  /** The folder of npm's own package. */
  readonly npm: string;
  readonly registry: NpmRegistry;
}

const FETCH_MS = 600_000;

/** Files that npm needs while it works, and that nobody needs later. */
export const LEFTOVERS = [".npm-cache", ".npmrc", ".npmrc-none", ".certificates.pem", ".logs"];

const SAFE = [
  ...["--ignore-scripts", "--omit=dev", "--omit=peer", "--save-exact", "--lockfile-version=3"],
  ...["--no-audit", "--no-fund", "--no-update-notifier", "--no-progress", "--loglevel=http"],
  ...["--omit-lockfile-registry-resolved=false", "--fetch-retries=1", "--fetch-retry-mintimeout=500"],
  ...["--fetch-retry-maxtimeout=2000", "--fetch-timeout=60000"],
  "--logs-max=0",
];

/** A registry on this machine is reached through the proxy, too: the sandbox has a loopback of its own. */
const PROXIED = ["env", "-u", "NO_PROXY", "-u", "no_proxy"];

/** Has the machine's npm fetch packages: contained, with no host but the registry in reach, and without running their scripts. */
export async function fetchNpm(specs: readonly string[], options: NpmOptions): Promise<void> {
  const { folder, registry, npm } = options;
  const inFolder = (name: string) => join(folder, name);
  const { certificates } = registry;
  await writeFile(inFolder("package.json"), `${JSON.stringify({ name: "dejima-server", private: true })}\n`);
  await writeFile(inFolder(".npmrc"), `${registry.settings.join("\n")}\n`, { mode: 0o600 });
  if (certificates !== undefined) await writeFile(inFolder(".certificates.pem"), certificates);
  const argv = [
    ...[...PROXIED, "node", join(npm, "bin/npm-cli.js"), "install", ...SAFE],
    ...[`--prefix=${folder}`, `--cache=${inFolder(".npm-cache")}`, `--registry=${registry.url}`],
    ...[`--userconfig=${inFolder(".npmrc")}`, `--globalconfig=${inFolder(".npmrc-none")}`],
    ...(certificates === undefined ? [] : [`--cafile=${inFolder(".certificates.pem")}`]),
    ...["--", ...specs],
  ];
  const { result, said } = await runFetch(argv, { ...options, tools: npm, hosts: registry.hosts });
  if (result.exitCode === 0) return;
  throw new DejimaError("server_unavailable", `Cannot fetch ${specs.join(", ")}: ${whyOf(result, said)}`, {
    packages: [...specs],
    registry: new URL(registry.url).host,
  });
}

interface Fetch extends FetchOptions {
  readonly tools: string;
  readonly hosts: readonly string[];
}

/** Runs a program that fetches, and tells what arrives. */
async function runFetch(
  argv: readonly string[],
  { sandbox, folder, tools, hosts, onProgress, signal }: Fetch,
): Promise<{ result: SandboxResult; said: string }> {
  const run = sandbox.start(argv, {
    workspace: { path: folder, access: "read-write" },
    mounts: tools.startsWith("/usr/") ? [] : [{ path: tools, access: "read-only" }],
    hosts,
    stays: true,
    signal: AbortSignal.any([AbortSignal.timeout(FETCH_MS), ...(signal === undefined ? [] : [signal])]),
  });
  let arrived = 0;
  let rest = "";
  let said = "";
  for await (const { text } of run.output) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()?.slice(0, 4096) ?? "";
    for (const line of lines) {
      const [, url] = /^npm http fetch GET 200 (\S+)/.exec(line) ?? [];
      if (url !== undefined) onProgress?.({ arrived: ++arrived, last: nameOf(url) });
      else said = `${said}\n${line}`.slice(-8192);
    }
  }
  return { result: await run.result, said };
}

function nameOf(url: string): string {
  return decodeURIComponent(URL.parse(url)?.pathname ?? "")
    .replace(/^\//, "")
    .slice(0, 200);
}

const CAUSES: Readonly<Record<string, string>> = {
  E404: "the registry has no such package",
  ETARGET: "the registry has no such version",
  EINTEGRITY: "what arrived is not what the registry promised (its checksum differs). Nothing of it was kept",
  E401: "the registry wants you to log in; `npm login` does that",
  E403: "the registry refuses it",
};

const AWAY =
  /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET|FETCH_ERROR|E5\d\d|EHOSTUNREACH|ENETUNREACH)/;

/** Why npm could not do it, in one line. */
function whyOf({ limitHit, cause, connections = [] }: SandboxResult, said: string): string {
  if (limitHit === "workspaceBytes" || limitHit === "fileSizeBytes" || /\bEFBIG\b/.test(said))
    return `it is larger than the ${MOST_BYTES / 1024 ** 2} MB that a server's packages may take. Nothing of it was kept`;
  if (limitHit !== null) return `fetching it broke the limit ${limitHit}`;
  if (cause === "cancelled") return `it took longer than ${FETCH_MS / 60_000} minutes, or was cancelled`;
  const refused = connections.find(({ allowed }) => !allowed);
  const [, code = ""] = /npm error code (\S+)/.exec(said) ?? [];
  if (refused !== undefined) return describeRefused(refused);
  const known = CAUSES[code];
  if (known !== undefined) return known;
  if (AWAY.test(code)) return `the registry does not answer (${code})`;
  const [line = "npm ended without a word"] = [...said.matchAll(/^npm error (?!code )(.*)$/gm)].flatMap(
    ([, text = ""]) => (text.trim() === "" ? [] : [text.trim()]),
  );
  return `npm says: ${line.slice(0, 300)}${code === "" ? "" : ` (${code})`}`;
}

function describeRefused({ host, port, detail }: ConnectionRecord): string {
  return `it would reach ${host}:${port}, and only the registry is in reach while packages are fetched (${detail})`;
}
