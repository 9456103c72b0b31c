import { addressKind, isCommonHost, isStatistics } from "../../scan/address.ts";
import type { Power } from "../../scan/program/powers.ts";
import type { Purpose } from "../../scan/program/purpose.ts";
import { visibleLine } from "../../text/visible-text.ts";
import type { ReportLine } from "./candidate-facts.ts";

/** The capabilities in the code, and the actions that a trial observed. */
interface Compared {
  readonly powers: readonly Power[];
  readonly purpose: Purpose;
  readonly hosts: readonly string[];
  readonly programs: readonly string[];
  /** Whether it needs a key. A client may reject a made-up key before it sends a request. */
  readonly wantsKey: boolean;
  /** Whether its code names this machine as a host. */
  readonly namesOwnMachine: boolean;
  /** Hosts that are named anywhere in its code. */
  readonly codeHosts: readonly string[];
  /** Whether all its tools declare that they only read. */
  readonly saysItReads: boolean;
  /** Whether one of its tools takes the path of a file or a folder. */
  readonly takesPaths: boolean;
}

/**
 * Compares the capabilities in the code with the actions that the trial observed. Code that waits for a time, a variable, a
 * system, a word or a number of calls does nothing in a trial, but it is visible in the code.
 */
export function aboutUnobserved(seen: Compared): ReportLine[] {
  const { powers, purpose, hosts, programs, saysItReads } = seen;
  const ofKind = (wanted: Power["kind"]) => powers.filter(({ kind }) => kind === wanted);
  const network = ofKind("network");
  const quiet = hosts.length === 0 ? network : [];
  const isClient = isClientOf(quiet, seen);
  // In a bundle, a host beside a request is significant; the request alone is not.
  const isQuietBundle = quiet.length > 0 && quiet.every(({ isBundled }) => isBundled);
  const elsewhere = hosts.length > 0 || isQuietBundle ? unobservedHosts(network, hosts, purpose) : [];
  const starts = programs.length === 0 ? ofKind("program") : [];
  return [
    ...lineFor(
      isClient ? quiet.map((power) => ({ ...power, isBundled: true })) : quiet,
      `can reach hosts, and the trial did not see it do so: it waits for ${isClient && seen.wantsKey ? "a key that its service knows" : "something"}`,
    ),
    ...elsewhere.slice(0, 3).map(
      ([host, power]): ReportLine => ({
        severity: "warning",
        text: `Its code can reach ${visibleLine(host)}, and the trial did not see it do so`,
        source: placeOf(power),
      }),
    ),
    ...lineFor(
      // Its texts mention the program that it starts, or the code shows which one it is.
      starts.map((power) =>
        power.isPlain || areMentioned(power, purpose) ? { ...power, isBundled: true } : power,
      ),
      "can start programs, and the trial did not see it do so",
    ),
    ...lineFor(
      ofKind("code").map((power) => (RUNS_CODE.test(purpose.text) ? { ...power, isBundled: true } : power)),
      "runs texts as code, so that nobody can tell from the code what it does",
    ),
    ...lineFor(
      starts.flatMap((power) => (installsOthers(power, purpose) ? [{ ...power, isBundled: false }] : [])),
      "installs other packages as it runs, in their version at that time",
    ),
    ...lineFor(
      ENCRYPTS.test(purpose.text) ? [] : ofKind("lock"),
      "encrypts files and deletes the originals, which its texts do not mention",
    ),
    ...lineFor(ofKind("persistence"), "writes files, and names those that every shell runs as it starts"),
    ...lineFor(
      ofKind("native"),
      "loads compiled code from a file that it names itself, past the checks of the trial",
    ),
    ...lineFor(
      ofKind("hook").map((power) => (power.isPlain ? { ...power, isBundled: true } : power)),
      "replaces a function that every request or module goes through",
    ),
    ...lineFor(
      ofKind("hidden"),
      "decodes the names of the modules that it uses, so that nobody can tell from the code what it does",
    ),
    ...lineFor(
      saysItReads && seen.takesPaths ? ofKind("deletion") : [],
      "can delete files, and its tools say that they only read",
    ),
  ];
}

/** Texts that say that a tool runs code: in a browser, or for a calculation. What runs a download is found by the trial. */
const RUNS_CODE =
  /\b(?:execut(?:e|es|ing)|runs?|running|evaluat(?:e|es|ing))\b(?: \w{1,20}){0,3} (?:javascript|js|scripts?|code|expressions?|typescript)\b/;

const ENCRYPTS = /encrypt|cipher|\bvault\b/;

/** The packages that a command installs, or fetches and runs. */
const INSTALLS =
  /\b(?:(?:npm|pnpm|yarn|bun) (?:i|install|add)|npx(?: -y| --yes)?|pip3? install|uvx)((?: --?[\w-]{1,30})*) (@?[\w./-]{2,80})/;

/** Whether a start of a program installs a package that its texts do not name. */
function installsOthers({ excerpt }: Power, { text }: Purpose): boolean {
  const [, , name] = INSTALLS.exec(excerpt) ?? [];
  return name !== undefined && !text.includes(name.toLowerCase());
}

/** Whether code can send something, or do so unseen. */
export const canReach = (powers: readonly Power[]): boolean =>
  powers.some(
    ({ kind, isPlain }) =>
      /^(?:network|code|native|hidden|hook)$/.test(kind) || (kind === "program" && !isPlain),
  );

const EVERYBODYS =
  /^(?:github|githubusercontent|gitlab|bitbucket|npmjs|google|googleapis|amazonaws|azure|cloudflare|docker|w3|schema|shields)$/;

/** Texts that leave it to their reader which host a server works with. */
const READER_NAMES_HOST =
  /\b(?:url|uri|host(?:name)?|endpoint|base ?url|api-?url|ssh|localhost|127\.0\.0\.1)\b/;

/**
 * Whether requests that no trial saw go where its texts say: the texts mention the hosts beside them, and the code names a host
 * of its service, or none because the user of the package supplies one. A link in the code is not a request.
 */
function isClientOf(
  quiet: readonly Power[],
  { codeHosts, namesOwnMachine, purpose, wantsKey }: Compared,
): boolean {
  const isMentioned = (host: string) => purpose.text.includes(ownerOf(host));
  const isService = (host: string) => {
    const [brand = host] = ownerOf(host).split(".");
    const isNamed = brand.length > 3 && purpose.stated.includes(brand);
    // If anyone can have an account at a host, its name does not identify the receiver.
    return (
      isNamed ||
      (!isUnremarkable(host, undefined)
        ? isMentioned(host)
        : !EVERYBODYS.test(brand) && purpose.spoken.includes(brand))
    );
  };
  if (unobservedHosts(quiet, [], purpose).length > 0) return false;
  const others = codeHosts.filter((host) => !isUnremarkable(host, undefined));
  return (
    codeHosts.some(isService) ||
    (wantsKey && codeHosts.length > 0 && others.every(isMentioned)) ||
    (others.length === 0 &&
      quiet.every(({ isPlain }) => isPlain) &&
      (namesOwnMachine || READER_NAMES_HOST.test(purpose.text)))
  );
}

/** One line for all occurrences of one kind. A capability of other packages in a bundle is a notice. */
function lineFor(powers: readonly Power[], what: string): ReportLine[] {
  const own = powers.find(({ isBundled }) => !isBundled);
  const first = own ?? powers[0];
  if (first === undefined) return [];
  return [
    {
      severity: own === undefined ? "notice" : "warning",
      text: `Its code ${what}: ${visibleLine(first.excerpt)}`,
      source: placeOf(first),
    },
  ];
}

/** Hosts that the code names beside a request, that the trial did not reach, and that the package's texts do not mention. */
export function unobservedHosts(
  powers: readonly Power[],
  reached: readonly string[],
  purpose: Purpose,
): (readonly [string, Power])[] {
  const owners = new Set(reached.map(ownerOf));
  const found = new Map<string, Power>();
  for (const power of powers)
    for (const host of power.hosts) {
      if (owners.has(ownerOf(host)) || isUnremarkable(host, purpose)) continue;
      if (!found.has(host)) found.set(host, power);
    }
  return [...found];
}

/** Whether a host needs no report line: many honest programs name it, or the package's texts do. */
function isUnremarkable(host: string, purpose: Purpose | undefined): boolean {
  const url = `https://${host}/`;
  const isNobody = ["local", "placeholder"].includes(addressKind(url));
  return (
    isNobody || isCommonHost(url) || isStatistics(host) || purpose?.text.includes(ownerOf(host)) === true
  );
}

const areMentioned = ({ programs }: Power, { text }: Purpose): boolean =>
  programs.length > 0 && programs.every((name) => new RegExp(`\\b${name}\\b`).test(text));

const ownerOf = (host: string): string => host.split(".").slice(-2).join(".");

const placeOf = ({ file, line }: Power): string => `${visibleLine(file)}:${line}`;
