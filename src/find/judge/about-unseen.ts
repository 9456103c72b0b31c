import { addressKind, isCommonHost, isStatistics } from "../../scan/address.ts";
import type { Power } from "../../scan/program/powers.ts";
import type { Purpose } from "../../scan/program/purpose.ts";
import { visibleLine } from "../../text/visible-text.ts";
import type { ReportLine } from "./known.ts";

/** The capabilities in the code, and the actions that a trial observed. */
interface Compared {
  readonly powers: readonly Power[];
  readonly purpose: Purpose;
  readonly hosts: readonly string[];
  readonly programs: readonly string[];
  /** Whether it wants a key. A client may refuse a made-up one before it asks anybody. */
  readonly wantsKey: boolean;
  /** Hosts that are named anywhere in its code. */
  readonly codeHosts: readonly string[];
  /** Whether all its tools say that they only read. */
  readonly saysItReads: boolean;
}

/**
 * Compares the capabilities in the code with the actions that the trial observed. Code that waits for a time, a variable, a
 * system, a word or a number of calls does nothing in a trial, but it is visible in the code.
 */
export function aboutUnseen(seen: Compared): ReportLine[] {
  const { powers, purpose, hosts, programs, saysItReads } = seen;
  const others = seen.codeHosts.filter((host) => !isTold(host, undefined));
  const isClient =
    seen.wantsKey &&
    seen.codeHosts.length > 0 &&
    others.every((host) => purpose.text.includes(ownerOf(host)));
  const ofKind = (wanted: Power["kind"]) => powers.filter(({ kind }) => kind === wanted);
  const network = ofKind("network");
  const quiet = hosts.length === 0 ? network : [];
  // A host beside a request is as telling in a bundle, where the request alone is not.
  const isQuietBundle = quiet.length > 0 && quiet.every(({ isBundled }) => isBundled);
  const elsewhere = hosts.length > 0 || isQuietBundle ? unseenHosts(network, hosts, purpose) : [];
  const starts = programs.length === 0 ? ofKind("program") : [];
  return [
    ...lineFor(
      isClient ? quiet.map((power) => ({ ...power, isBundled: true })) : quiet,
      `can reach hosts, and the trial did not see it do so: it waits for ${isClient ? "a key that its service knows" : "something"}`,
    ),
    ...elsewhere.slice(0, 3).map(
      ([host, power]): ReportLine => ({
        severity: "warning",
        text: `Its code can reach ${visibleLine(host)}, and the trial did not see it do so`,
        source: placeOf(power),
      }),
    ),
    ...lineFor(
      // Its texts speak of the program that it starts.
      starts.map((power) => (areSpokenOf(power, purpose) ? { ...power, isBundled: true } : power)),
      "can start programs, and the trial did not see it do so",
    ),
    ...lineFor(ofKind("code"), "runs texts as code, so that nobody can tell from the code what it does"),
    ...lineFor(ofKind("persistence"), "writes files, and names those that every shell runs as it starts"),
    ...lineFor(
      ofKind("native"),
      "loads compiled code from a file that it names itself, past the checks of the trial",
    ),
    ...lineFor(ofKind("hook"), "takes the place of what every request or module goes through"),
    ...lineFor(
      saysItReads ? ofKind("deletion") : [],
      "can delete files, and its tools say that they only read",
    ),
  ];
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
export function unseenHosts(
  powers: readonly Power[],
  reached: readonly string[],
  purpose: Purpose,
): (readonly [string, Power])[] {
  const owners = new Set(reached.map(ownerOf));
  const found = new Map<string, Power>();
  for (const power of powers)
    for (const host of power.hosts) {
      if (owners.has(ownerOf(host)) || isTold(host, purpose)) continue;
      if (!found.has(host)) found.set(host, power);
    }
  return [...found];
}

/** Whether nobody needs to be told of a host: many honest programs name it, or the package's texts do. */
function isTold(host: string, purpose: Purpose | undefined): boolean {
  const url = `https://${host}/`;
  const isNobody = ["local", "placeholder"].includes(addressKind(url));
  return (
    isNobody || isCommonHost(url) || isStatistics(host) || purpose?.text.includes(ownerOf(host)) === true
  );
}

const areSpokenOf = ({ programs }: Power, { text }: Purpose): boolean =>
  programs.length > 0 && programs.every((name) => new RegExp(`\\b${name}\\b`).test(text));

const ownerOf = (host: string): string => host.split(".").slice(-2).join(".");

const placeOf = ({ file, line }: Power): string => `${visibleLine(file)}:${line}`;
