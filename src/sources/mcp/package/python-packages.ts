import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { once } from "../../../support/once.ts";
import { type FetchedPackages, refused, refuseLinksOut } from "./check-fetched.ts";
import { findPython } from "./find-python.ts";
import type { PackageManager } from "./package-manager.ts";
import { readPythonIndex } from "./python-index.ts";
import { runFetch } from "./run-fetch.ts";

interface PythonPackagesOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The index of the config. Default: that of the user's pip or uv settings. */
  readonly index: string | undefined;
}

const CERTIFICATES = ".certificates.pem";
const REPORT = ".report.json";
/** pip's log says more than its output: whether the index answered. */
const LOG = ".pip.log";

/** A source package runs its own code when it is built, so only wheels are accepted. */
const SAFE = [
  ...["--isolated", "--only-binary=:all:", "--no-input", "--no-cache-dir", "--progress-bar=off"],
  ...["--disable-pip-version-check", "--no-warn-script-location", "--root-user-action=ignore"],
  ...["--retries=1", "--timeout=60"],
];

/** Python packages, fetched by the machine's pip into their own folder. */
export function pythonPackages({ variables, index }: PythonPackagesOptions): PackageManager {
  const settings = once(() => readPythonIndex(variables, index));
  return {
    copies: false,
    nameOf: packageName,
    exact: (spec, version) => `${spec.replace(/[@=<>~!].*$/s, "").trim()}@${version}`,
    tools: () => findPython(variables).folders,
    hosts: async () => (await settings.get()).hosts,
    async install({ specs }, options) {
      const { url, hosts, certificates } = await settings.get();
      const { program, folders } = findPython(variables);
      const { folder } = options;
      const inFolder = (name: string) => join(folder, name);
      if (certificates !== undefined) await writeFile(inFolder(CERTIFICATES), certificates);
      const argv = [
        ...[program, "-I", "-m", "pip", "install", ...SAFE, `--index-url=${url}`],
        ...[`--target=${inFolder("site")}`, `--report=${inFolder(REPORT)}`, `--log=${inFolder(LOG)}`],
        ...(certificates === undefined ? [] : [`--cert=${inFolder(CERTIFICATES)}`]),
        ...["--", ...specs.map(requirement)],
      ];
      const registry = new URL(url).host;
      const reasonOf = async (stderr: string) =>
        explain(stderr, await readFile(inFolder(LOG), "utf8").catch(() => ""));
      await runFetch(argv, {
        ...options,
        specs,
        registry,
        tools: folders,
        hosts,
        arrivedFile,
        explain: reasonOf,
      });
      const found = await verify(folder, specs);
      for (const name of [CERTIFICATES, REPORT, LOG]) await rm(inFolder(name), { force: true });
      return { ...found, registry };
    },
    async program({ specs, program }, folder) {
      const site = join(folder, "site");
      const [module = "", attribute = ""] = (await entryPoint(site, specs[0] ?? "", program)).split(":");
      return [findPython(variables).program, "-s", "-u", "-c", START, site, module.trim(), attribute.trim()];
    },
  };
}

/** Starts a program by its entry point, without importing from the current folder. */
const START = `\
import sys
if sys.path[0] == "": sys.path.pop(0)
import functools, importlib, site
folder, module, attribute = sys.argv[1:4]
sys.argv[:] = [module, *sys.argv[4:]]
site.addsitedir(folder)
sys.exit(functools.reduce(getattr, attribute.split("."), importlib.import_module(module))())
`;

/** The requirement for pip: \`uvx name@1.2\` means exactly this version. */
function requirement(spec: string): string {
  return spec.replace(/@latest$/, "").replace(/@(?=[\w.+!-]+$)/, "==");
}

/** The normalized name of a package (PEP 503). */
function packageName(spec: string): string {
  return spec
    .replace(/[[@=<>~!\s].*$/s, "")
    .toLowerCase()
    .replaceAll(/[-_.]+/g, "-");
}

function arrivedFile(line: string): string | undefined {
  return /^\s*Downloading (\S+\.whl)/.exec(line)?.[1]?.split("/").at(-1)?.slice(0, 200);
}

const reportSchema = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({ archive_info: z.object({ hashes: z.object({ sha256: z.string() }) }) }),
    }),
  ),
});

/** Checks what was fetched: every package by its checksum, and no link out of the folder. */
async function verify(folder: string, specs: readonly string[]): Promise<FetchedPackages> {
  const text = await readFile(join(folder, REPORT), "utf8").catch(() => "{}");
  const report = reportSchema.safeParse(JSON.parse(text));
  if (!report.success) throw refused(specs, "pip gives no strong checksum for all that it fetched");
  await refuseLinksOut(folder);
  const installed = new Map(
    report.data.install.map(({ metadata, download_info }) => [
      packageName(metadata.name),
      { version: metadata.version, sha256: download_info.archive_info.hashes.sha256 },
    ]),
  );
  const names = specs.map(packageName);
  const first = installed.get(names[0] ?? "");
  if (first === undefined) throw refused(specs, "pip did not fetch it");
  return {
    versions: Object.fromEntries(names.map((name) => [name, installed.get(name)?.version ?? ""])),
    integrity: `sha256-${Buffer.from(first.sha256, "hex").toString("base64")}`,
    count: installed.size,
    scripts: [],
  };
}

const AWAY =
  /Could not fetch URL .*(?:: 5\d\d |connection error|SSL)|NewConnectionError|ProxyError|Max retries|timed out/i;

/** Why pip failed, in one line. */
function explain(stderr: string, log: string): string {
  if (/do not match the hashes|Hash mismatch|HashMismatch/i.test(stderr))
    return "the download does not match the index (its checksum differs). Nothing was kept";
  if (AWAY.test(log)) return "the index does not answer";
  if (/No matching distribution|Could not find a version/.test(stderr))
    return "the index does not have this package or version, or has no build for this Python (source packages run code while they are built, so they are not accepted)";
  const errors = stderr.split("\n").flatMap((line) => /^ ?ERROR: (.*)$/.exec(line)?.[1] ?? []);
  const [line = "pip ended without a word"] = errors;
  return `pip says: ${line.slice(0, 300)}`;
}

/** The entry point of a package's program, such as `module:main`. */
async function entryPoint(site: string, spec: string, program: string | undefined): Promise<string> {
  const name = packageName(spec);
  const folders = (await readdir(site)).filter((entry) => entry.endsWith(".dist-info"));
  const own = folders.find((entry) => packageName(entry.replace(/-[^-]*\.dist-info$/, "")) === name);
  const text = await readFile(join(site, own ?? "", "entry_points.txt"), "utf8").catch(() => "");
  const programs = consoleScripts(text);
  const only = programs.size === 1 && program === undefined ? [...programs.values()][0] : undefined;
  const chosen =
    programs.get(program ?? name) ?? programs.get((program ?? name).replaceAll("-", "_")) ?? only;
  if (chosen !== undefined) return chosen;
  const has = programs.size === 0 ? "it has none" : `it has ${[...programs.keys()].join(", ")}`;
  throw new DejimaError(
    "invalid_input",
    `Cannot tell which program of the package ${name} to start: ${has}. \`uvx --from ${name} PROGRAM\` names one`,
  );
}

const ENTRY = /^([\w.-]+) ?= ?([\w.]+ ?: ?[\w.]+) ?(?:\[[^\]]*\])?$/;

function consoleScripts(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let section = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line.startsWith("[")) section = line;
    const [, name, target] = ENTRY.exec(line) ?? [];
    if (section === "[console_scripts]" && name !== undefined && target !== undefined)
      found.set(name, target);
  }
  return found;
}
