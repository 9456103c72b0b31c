import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { NpmRegistry } from "./npm-registry.ts";
import { type FetchOptions, runFetch } from "./run-fetch.ts";

interface NpmOptions extends FetchOptions {
  /** The folder of npm's own package. */
  readonly npm: string;
  readonly registry: NpmRegistry;
  /** Whether the packages' install scripts run, in the same sandbox. */
  readonly scripts: boolean;
}

/** Files that npm needs only while it works. */
export const NPM_WORK_FILES = [".npm-cache", ".npmrc", ".npmrc-none", ".certificates.pem", ".logs"];

const SAFE = [
  ...["--omit=dev", "--save-exact", "--lockfile-version=3"],
  ...["--no-audit", "--no-fund", "--no-update-notifier", "--no-progress", "--loglevel=http"],
  ...["--omit-lockfile-registry-resolved=false", "--fetch-retries=1", "--fetch-retry-mintimeout=500"],
  ...["--fetch-retry-maxtimeout=2000", "--fetch-timeout=60000"],
  "--logs-max=0",
];

/** Has the machine's npm fetch packages: contained, with only the registry in reach. */
export async function fetchNpm(specs: readonly string[], options: NpmOptions): Promise<void> {
  const { folder, registry, npm, scripts } = options;
  const inFolder = (name: string) => join(folder, name);
  const { certificates } = registry;
  await writeFile(inFolder("package.json"), `${JSON.stringify({ name: "dejima-server", private: true })}\n`);
  await writeFile(inFolder(".npmrc"), `${registry.settings.join("\n")}\n`, { mode: 0o600 });
  if (certificates !== undefined) await writeFile(inFolder(".certificates.pem"), certificates);
  const argv = [
    ...["node", join(npm, "bin/npm-cli.js"), "install", ...SAFE, `--ignore-scripts=${!scripts}`],
    ...[`--prefix=${folder}`, `--cache=${inFolder(".npm-cache")}`, `--registry=${registry.url}`],
    ...[`--userconfig=${inFolder(".npmrc")}`, `--globalconfig=${inFolder(".npmrc-none")}`],
    ...(certificates === undefined ? [] : [`--cafile=${inFolder(".certificates.pem")}`]),
    ...["--", ...specs],
  ];
  await runFetch(argv, {
    ...options,
    specs,
    explain,
    registry: new URL(registry.url).host,
    tools: [npm],
    hosts: registry.hosts,
    arrivedFile(line) {
      const [, url] = /^npm http fetch GET 200 (\S+)/.exec(line) ?? [];
      return url === undefined ? undefined : nameOf(url);
    },
  });
}

function nameOf(url: string): string {
  return decodeURIComponent(URL.parse(url)?.pathname ?? "")
    .replace(/^\//, "")
    .slice(0, 200);
}

const CAUSES: Readonly<Record<string, string>> = {
  E404: "the registry does not have this package",
  ETARGET: "the registry does not have this version",
  EINTEGRITY: "the download does not match the registry (its checksum differs). Nothing was kept",
  E401: "the registry wants you to log in; `npm login` does that",
  E403: "the registry refuses it",
};

const AWAY =
  /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET|FETCH_ERROR|E5\d\d|EHOSTUNREACH|ENETUNREACH)/;

/** Why npm failed, in one line. */
function explain(stderr: string): string {
  const [, code = ""] = /npm error code (\S+)/.exec(stderr) ?? [];
  const known = CAUSES[code];
  const [, wanted] = /No matching version found for (\S+?)\.?$/m.exec(stderr) ?? [];
  if (known !== undefined) return wanted === undefined ? known : `${known}: ${wanted}`;
  if (AWAY.test(code)) return `the registry does not answer (${code})`;
  const [line = "npm ended without a word"] = [...stderr.matchAll(/^npm error (?!code )(.*)$/gm)].flatMap(
    ([, text = ""]) => (text.trim() === "" ? [] : [text.trim()]),
  );
  return `npm says: ${line.slice(0, 300)}${code === "" ? "" : ` (${code})`}`;
}
