import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { lineOf } from "../../scan/signal.ts";
import { parseJson } from "../../support/json.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { unobservedHosts } from "./about-unobserved.ts";
import type { ReportLine } from "./candidate-facts.ts";
import { readPackage } from "./read-package.ts";
import { isReachingCommand } from "./risk-report.ts";
import { NOT_SCANNED } from "./scan-isolated.ts";

/** Larger packages are skipped: malicious code hides in small dependencies, and many people read the large ones. */
const MOST_BYTES = 1024 * 1024;
const MOST_MS = 1_000;
const MOST_PACKAGES = 600;
const MOST_LINES = 8;

const CODE = /\.(?:[cm]?js|py|sh)$/i;

/** Findings that are bad in any package. Others are left out: shims for old browsers, for example, run strings as code. */
const SIGNALS =
  /^(?:program-(?:sends|persists|loosens|runs-download|steals)|secrets-sent|harvested-secrets|remote-shell|persistence|piped-download|stolen-password)/;

const manifestSchema = z.looseObject({ description: z.string().optional() });

interface DependencyOptions {
  /** The server's own package. */
  readonly own: string;
  /** The packages with install scripts. */
  readonly scripts: readonly string[];
  /** The hosts that the trial saw the server reach. */
  readonly hosts: readonly string[];
}

/**
 * Scans the dependencies of a server: those with install scripts first, then the smallest, within the time limit. The findings
 * are warnings, because only its name shows the purpose of a dependency.
 */
export async function readDependencies(
  folder: string,
  { own, scripts, hosts }: DependencyOptions,
): Promise<ReportLine[]> {
  const found = await packagesIn(join(folder, "node_modules"), "", own);
  const rank = ({ name, bytes }: Dependency) => (scripts.includes(name) ? 0 : bytes);
  const waiting = found.toSorted((a, b) => rank(a) - rank(b));
  const until = performance.now() + MOST_MS;
  const lines: ReportLine[] = [];
  let [bytes, count] = [0, 0];
  for (const one of waiting) {
    bytes += one.bytes;
    if (bytes > MOST_BYTES || performance.now() > until) break;
    count += 1;
    lines.push(...(await linesOf(one, hosts)));
  }
  const rest = found.length - count;
  lines.push(...(await glanceAt(waiting.slice(count))));
  const unread: ReportLine = {
    severity: "fact",
    source: "scan of the code",
    text: `Of the packages it needs, the ${rest} largest were not scanned`,
  };
  return [...lines.slice(0, MOST_LINES), ...(rest === 0 ? [] : [unread])];
}

/** The whole environment, close to a request. No library has a reason for it. */
const ALL_VARIABLES =
  /JSON\.stringify\(\s{0,9}process\.env\s{0,9}[,)]|Object\.(?:entries|values)\(\s{0,9}process\.env\s{0,9}\)\.(?:map|join|toString)/g;
const REQUESTS =
  /(?<![\w.$])fetch\s{0,9}\(|\bhttps?\b["'`]?\)?\.(?:request|get)\s{0,9}\(|\.(?:connect|resolveTxt|sendBeacon)\s{0,9}\(/;
const BESIDE = 400;
const MOST_GLANCED = 4 * 1024 * 1024;

/** Searches the packages that are too large to scan for the one pattern that a few words reveal. */
async function glanceAt(packages: readonly Dependency[]): Promise<ReportLine[]> {
  const until = performance.now() + MOST_MS;
  const lines: ReportLine[] = [];
  for (const { name, folder } of packages) {
    for (const path of await codeIn(folder)) {
      if (performance.now() > until) return lines;
      const text = await readFile(path, "utf8").catch(() => "");
      const at = text
        .slice(0, MOST_GLANCED)
        .matchAll(ALL_VARIABLES)
        .find(({ index }) => REQUESTS.test(text.slice(Math.max(0, index - BESIDE), index + BESIDE)))?.index;
      if (at === undefined) continue;
      const file = path.slice(folder.length + 1);
      lines.push({
        severity: "warning",
        text: `${name}, which it needs, sends the whole environment out: ${visibleLine(text.slice(at, at + 120))}`,
        source: `${name}/${visibleLine(file)}:${lineOf(text, at)}`,
      });
    }
  }
  return lines;
}

interface Dependency {
  readonly name: string;
  readonly folder: string;
  readonly bytes: number;
}

async function linesOf({ name, folder }: Dependency, seen: readonly string[]): Promise<ReportLine[]> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  const { description = "" } = manifestSchema.safeParse(parseJson(text)).data ?? {};
  const { findings, powers, purpose, scripts, buildCommands, hiddenPrograms } = await readPackage(
    folder,
    `${name} ${description}`,
  );
  const reaching = [...scripts, ...buildCommands].find(isReachingCommand);
  const network = powers.filter(({ kind }) => kind === "network");
  const unseen = unobservedHosts(network, seen, purpose).slice(0, 1);
  const found = findings
    .filter(
      ({ severity, signal }) => signal === NOT_SCANNED || (severity === "danger" && SIGNALS.test(signal)),
    )
    .slice(0, 2)
    .map(
      ({ message, excerpt, file, line }): ReportLine => ({
        severity: "warning",
        text: `${name}, which it needs, ${message}: ${excerpt.slice(0, 120)}`,
        source: `${name}/${file}:${line}`,
      }),
    );
  const line = (text: string): ReportLine => ({
    severity: "warning",
    source: `${name}/package.json`,
    text: `${name}, which it needs, ${text}`,
  });
  return [
    ...found,
    ...(reaching === undefined
      ? []
      : [
          line(
            `has an install command that fetches or sends, which is not run: ${visibleLine(reaching.slice(0, 120))}`,
          ),
        ]),
    ...(hiddenPrograms.length === 0
      ? []
      : [
          line(`hides compiled programs in texts: ${hiddenPrograms.slice(0, 3).map(visibleLine).join(", ")}`),
        ]),
    ...unseen.map(
      ([host, { file, line }]): ReportLine => ({
        severity: "warning",
        text: `${name}, which it needs, can reach ${visibleLine(host)}, and the trial did not see it do so`,
        source: `${name}/${visibleLine(file)}:${line}`,
      }),
    ),
  ];
}

/** The packages in a folder of modules, including nested ones, with the size of their code. */
async function packagesIn(modules: string, scope: string, own: string): Promise<Dependency[]> {
  const found: Dependency[] = [];
  for (const entry of await readdir(modules, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    if (found.length > MOST_PACKAGES) break;
    const folder = join(modules, entry.name);
    const name = `${scope}${entry.name}`;
    if (entry.name.startsWith("@")) found.push(...(await packagesIn(folder, `${name}/`, own)));
    else {
      if (name !== own) found.push({ name, folder, bytes: await codeBytes(folder) });
      found.push(...(await packagesIn(join(folder, "node_modules"), "", "")));
    }
  }
  return found;
}

async function codeIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function codeBytes(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await codeIn(folder)).map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
