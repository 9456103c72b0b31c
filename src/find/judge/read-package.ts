import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { addressesIn, addressKind, hostOf } from "../../scan/address.ts";
import { BUNDLE_BYTES, type Power, powersOf } from "../../scan/program/powers.ts";
import type { Purpose } from "../../scan/program/purpose.ts";
import { scanTexts } from "../../scan/scan-text.ts";
import type { ScannedText } from "../../scan/signal.ts";
import type { Finding } from "../../support/finding.ts";
import { parseJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { isOwnVariable } from "../own-variables.ts";
import { isCompiled } from "./compiled-files.ts";
import { developmentFiles } from "./development-files.ts";
import { isPlainScript } from "./install-scripts.ts";
import { type KeyPlaces, keyPlacesIn } from "./key-places-in.ts";
import { accountsIn, mailAddressesIn, withoutComments } from "./receivers-in.ts";
import { scanIsolated } from "./scan-isolated.ts";
import { shownArgumentsIn } from "./shown-arguments.ts";
import { weighFinding } from "./weigh-finding.ts";

const manifestSchema = z.looseObject({
  license: z.unknown().optional(),
  name: z.string().optional(),
  mcpName: z.string().optional(),
  description: z.string().optional(),
  scripts: z.record(z.string(), z.unknown()).optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  optionalDependencies: z.record(z.string(), z.unknown()).optional(),
});

/** The content of a fetched package. */
export interface PackageContent extends KeyPlaces {
  readonly license: string;
  /** The entry of the MCP registry that the package claims to belong to. */
  readonly mcpName?: string;
  /** Install scripts in the form `postinstall: node install.js`. */
  readonly scripts: readonly string[];
  /** Those of them that only change files of the package itself. */
  readonly plainScripts: readonly string[];
  readonly dependencies: readonly string[];
  /** Dependencies that do not come from a registry, or whose versions are made to override any other. */
  readonly oddDependencies: readonly string[];
  readonly bytes: number;
  /** Hosts named in its code. */
  readonly hosts: readonly string[];
  /** Whether its code names this machine as a host. */
  readonly namesOwnMachine: boolean;
  /** Mail addresses named in its code and in its manifest. */
  readonly addresses: readonly string[];
  /** Whether it could send something to a mail address. */
  readonly sendsMail: boolean;
  /** Variables with keys of well-known services that its code reads and that its texts do not explain. */
  readonly keysRead: readonly string[];
  /** Accounts to which money could go, regardless of the package's purpose. */
  readonly accounts: readonly string[];
  /** Whether building it would run its own commands without a script in its manifest. */
  readonly buildsNatively: boolean;
  /** Capabilities in its code, whether or not the code uses them. */
  readonly powers: readonly Power[];
  /** Compiled programs and libraries. */
  readonly compiled: readonly string[];
  /** Other files that are not readable text. */
  readonly opaque: readonly string[];
  /** Texts that contain a compiled program in base 64. */
  readonly hiddenPrograms: readonly string[];
  /** Commands that npm would run as it builds a compiled part (`binding.gyp`). */
  readonly buildCommands: readonly string[];
  readonly findings: readonly Finding[];
  /** The hash of each file. */
  readonly files: Readonly<Record<string, string>>;
  readonly purpose: Purpose;
  /** Variables for keys that its texts mention and its code reads. */
  readonly documented: readonly string[];
  /** The arguments that its README shows in the settings of a client. */
  readonly shownArguments: readonly string[];
  /** Its texts for people and for models. */
  readonly prose: string;
}

/** How a compiled program begins in base 64, on Linux, Windows and a Mac. */
const PROGRAM_IN_BASE64 =
  /(?<![A-Za-z0-9+/])(?:f0VMR[gQ]|TV[pqo]QAA|z\/rt\/g|zPrt\/g|yv66vg)[A-Za-z0-9+/\r\n]{200}/;
const GYP_COMMAND = /<!@?\(([^\n]{1,300})/g;
const CODE = /\.(?:[cm]?[jt]sx?|py|pyw|sh|bash|zsh|json)$|^[^.]+$/i;
const PROSE = /\.(?:md|mdx|txt|rst)$/i;
const BINARY = /\.(?:wasm|bin)$/i;
/** An address on this machine. */
const OWN_MACHINE = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;
const MOST_FILES = 2_000;
const MOST_BYTES = 2 * 1024 * 1024;
/** The most code of one package to scan. */
const MOST_SCANNED = 12 * 1024 * 1024;
/** A URL, a folder, a repository, or a version number chosen to override an internal package. */
const ODD_VERSION =
  /^(?:https?|git|file|link|github|gitlab|gist)\b.{0,9}:|^[\w-]+\/[\w.-]+(?:#|$)|^[\^~>=v\s]*9{2,}\./;
const ON_CHAINS = /crypto|bitcoin|ethereum|blockchain|web3|defi\b|solana|\bnft/;
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall"];

/** The facts about a package before its files are read. */
interface Given {
  /** Default: all files of the folder. */
  readonly files?: readonly string[];
  readonly description?: string;
  readonly readme?: string;
  /** Takes precedence over the manifest. */
  readonly known?: Partial<PackageContent>;
}

/** Reads the package of a server from its folder, without its dependencies. `stated` is its purpose according to the registry. */
export async function readPackage(
  folder: string,
  stated: string,
  given: Given = {},
): Promise<PackageContent> {
  const texts: ScannedText[] = [];
  const files: Record<string, string> = {};
  const compiled: string[] = [];
  const opaque: string[] = [];
  const hiddenPrograms: string[] = [];
  let buildCommands: string[] = [];
  let [bytes, scanned] = [0, 0];
  for (const file of (given.files ?? (await filesIn(folder))).slice(0, MOST_FILES)) {
    const path = join(folder, file);
    const { size } = (await stat(path).catch(() => undefined)) ?? { size: undefined };
    if (size === undefined) continue;
    bytes += size;
    const isText = CODE.test(file) && /\.\w+$/.test(file);
    if (!isText && !PROSE.test(file) && (await isCompiled(path))) compiled.push(file);
    else if (BINARY.test(file) || size > MOST_BYTES) opaque.push(file);
    if (size > MOST_BYTES) continue;
    const content = await readFile(path);
    files[file] = sha256(content);
    if (file === "binding.gyp")
      buildCommands = [...content.toString("latin1").matchAll(GYP_COMMAND)].map(
        ([, command = ""]) => command,
      );
    if (PROGRAM_IN_BASE64.test(content.toString("latin1"))) hiddenPrograms.push(file);
    if ((!CODE.test(file) && !PROSE.test(file)) || content.subarray(0, 4_096).includes(0)) continue;
    scanned += size;
    if (scanned > MOST_SCANNED) break;
    texts.push({ file, text: content.toString("utf8"), isCode: !PROSE.test(file) });
  }
  const readme = texts.find(({ file }) => /^readme(?:\.\w+)?$/i.test(file))?.text ?? given.readme ?? "";
  const raw = texts.find(({ file }) => file === "package.json")?.text ?? "{}";
  const manifest = manifestSchema.safeParse(parseJson(raw)).data ?? {};
  const said = `${stated}\n${manifest.description ?? given.description ?? ""}`.toLowerCase();
  const text = `${said}\n${readme.toLowerCase()}`;
  const purpose = purposeFrom(said, text);
  const everything = texts.filter(({ isCode, file }) => isCode && !file.endsWith(".json"));
  const { bin, main, module, exports, imports } = manifest;
  const scripts = Object.entries(manifest.scripts ?? {}).filter(([name]) => INSTALL_SCRIPTS.includes(name));
  const shell = scripts.map(([name, line]) => ({
    file: `package.json ${name}.sh`,
    text: String(line),
    isCode: true,
  }));
  const entries = JSON.stringify([{ bin, main, module, exports, imports }, shell]);
  const aside = developmentFiles(everything, entries);
  const programs = everything.filter(({ file }) => !aside.has(file));
  const named = scripts.map(
    ([name, line]) => [`${name}: ${String(line).slice(0, 200)}`, String(line)] as const,
  );
  const code = programs.map((one) => one.text).join("\n");
  const powers = scanIsolated(programs, powersOf);
  const found = scanIsolated([...everything, ...shell], (each) => scanTexts(each, purpose));
  const unread = [
    ...found.unread,
    ...powers.unread.filter(({ file }) => !found.unread.some((one) => one.file === file)),
  ];
  return {
    license: typeof manifest.license === "string" ? manifest.license.slice(0, 100) : "",
    ...(manifest.mcpName === undefined ? {} : { mcpName: manifest.mcpName }),
    scripts: named.map(([shown]) => shown),
    plainScripts: named
      .filter(([, line]) => isPlainScript(line, { programs, manifest }))
      .map(([shown]) => shown),
    dependencies: Object.keys(manifest.dependencies ?? {}),
    oddDependencies: Object.entries({ ...manifest.optionalDependencies, ...manifest.dependencies })
      .filter(([name, wanted]) => ODD_VERSION.test(String(wanted)) || replacesModule(name, String(wanted)))
      .map(([name, wanted]) => `${name} (${String(wanted).slice(0, 100)})`),
    bytes,
    hosts: hostsIn(code),
    namesOwnMachine: OWN_MACHINE.test(code),
    ...mailAddressesIn(programs, { said, manifest: parseJson(raw) }),
    keysRead: keysReadIn(programs, text),
    ...keyPlacesIn(programs, { powers: powers.found, purpose }),
    accounts: accountsIn(withoutComments(code), { isOnChains: ON_CHAINS.test(said) }),
    buildsNatively: "binding.gyp" in files,
    powers: powers.found,
    compiled,
    opaque,
    hiddenPrograms,
    buildCommands,
    findings: [...unread, ...found.found]
      .map((finding) => weighFinding(finding, { programs }))
      .map((finding) => (aside.has(finding.file) ? { ...finding, severity: "notice" } : finding)),
    files,
    purpose,
    documented: documentedIn(readme, code),
    shownArguments: shownArgumentsIn(readme, manifest.name ?? ""),
    ...given.known,
    prose: texts.flatMap(({ isCode, text }) => (isCode ? [] : [text])).join("\n"),
  };
}

/** Whether a dependency is another package under this name. One version of the same package may be: `zod3` for `npm:zod@3`. */
function replacesModule(name: string, wanted: string): boolean {
  const [, other] = /^npm:(@?[^@]+)/.exec(wanted) ?? [];
  return other !== undefined && !name.startsWith(other);
}

const KEY_VARIABLE =
  /\b[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:KEY|TOKEN|SECRET|PASSWORD|PAT|CREDENTIALS|ID|USERNAME|EMAIL|URI|DSN|CONNECTION_STRING)\b/g;

/** Variables for keys and accounts that a text for people names, and that the code reads under the same name. */
function documentedIn(readme: string, code: string): string[] {
  return [...new Set(readme.match(KEY_VARIABLE) ?? [])]
    .filter((name) => new RegExp(`\\benv(?:ironment)?\\b[^\\n]{0,20}\\b${name}\\b`).test(code))
    .filter((name) => !isOwnVariable(name))
    .slice(0, 20);
}

/** Variables with keys of services, and words for each service. */
const KEYS_OF_OTHERS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bAWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN)\b/, /\baws\b|amazon|\bs3\b|bedrock/],
  [/\b(?:GITHUB|GH)_TOKEN\b/, /github/],
  [/\bNPM_TOKEN\b/, /\bnpm\b/],
  [/\bOPENAI_API_KEY\b/, /openai|\bgpt\b|\bllm/],
  [/\bANTHROPIC_API_KEY\b/, /anthropic|claude|\bllm/],
  [/\bSLACK_BOT_TOKEN\b/, /slack/],
  [/\bSTRIPE_SECRET_KEY\b/, /stripe/],
];

/** Keys of services that the package's own code reads although none of its texts mentions the service. Bundles contain clients of many. */
function keysReadIn(programs: readonly ScannedText[], texts: string): string[] {
  const own = programs
    .filter(({ text }) => text.length <= BUNDLE_BYTES)
    .map(({ text }) => withoutComments(text));
  return KEYS_OF_OTHERS.filter(([, service]) => !service.test(texts)).flatMap(([name]) => {
    const read = new RegExp(`\\benv(?:\\??\\.|\\[["'\`])(${name.source})`);
    return own.flatMap((code) => read.exec(code)?.[1] ?? []).slice(0, 1);
  });
}

/** Derives a purpose from a short statement and a longer text. */
export function purposeFrom(stated: string, text: string): Purpose {
  return { stated, text, declared: text, spoken: text.replace(/[a-z]{2,6}:\/\/[^\s)]+/g, " ") };
}

function hostsIn(code: string): string[] {
  const named = addressesIn(code).filter(
    (address) => !["local", "placeholder"].includes(addressKind(address)),
  );
  return [...new Set(named.map(hostOf))]
    .filter((host) => /^[\w.-]+\.[a-z]{2,}$|^[\d.]+$/.test(host))
    .slice(0, 100);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith("node_modules/"))
    .sort();
}
