import { addressKind, isCommonHost, isStatistics } from "../../../scan/address.ts";
import { isExpected, type Purpose } from "../../../scan/program/purpose.ts";
import { canaryTraces } from "./canary-traces.ts";
import { MADE_UP_HOST, madeUpValue } from "./decoy-home.ts";
import { GENERATED_ADDRESS, GENERATED_TEXT } from "./generate-input.ts";
import type { TrialFinding } from "./trial-finding.ts";
import { type Observed, PHASES } from "./trial-report.ts";

const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;

/** Addresses where machines in a cloud get their own keys, and words that servers for a cloud use. */
const CLOUD_KEYS =
  /^\[?(?:169\.254\.\d{1,3}\.\d{1,3}|fd00:ec2::254|100\.100\.100\.200|metadata\.google\.internal|metadata\.azure\.\w+)\]?(?::\d+)?$/i;
const OF_A_CLOUD = /\b(?:aws|amazon|gcp|google cloud|azure|alibaba|aliyun|ec2|s3|bedrock|kubernetes)\b/i;

/** The findings of one host that a server reached. */
export function judgeHost({ what: host, detail, phase }: Observed, purpose: Purpose): TrialFinding[] {
  // The address comes from a made-up variable.
  if (isMadeUpHost(host)) return [];
  const url = `https://${host}/`;
  const when = PHASES[phase];
  const kind = addressKind(url);
  const found: TrialFinding[] = [];
  const isOfCloud = isCloudHost(host);
  if (isOfCloud)
    found.push({
      // Libraries for statistics ask these hosts which machine this is.
      severity: OF_A_CLOUD.test(purpose.text) || !ASKS_FOR_KEYS.test(detail) ? "notice" : "warning",
      message: `asks ${host}, which hands out the keys of a machine in a cloud, ${when}`,
    });
  else if (kind === "drop-box")
    found.push({ severity: "danger", message: `contacts ${host}, where anybody can collect data, ${when}` });
  else if (kind === "raw-number")
    found.push({ severity: "warning", message: `contacts the bare address ${host}, ${when}` });
  else if (phase === "start" && !isCommonHost(url) && !isExpected(url, purpose))
    found.push({
      severity: isStatistics(host) || saysItCounts(purpose) ? "notice" : "warning",
      message: `contacts ${host} ${when}, and does not say so anywhere`,
    });
  else if (phase !== "start" && sendsInput(detail) && !namesOwner(host, purpose))
    found.push({
      severity: saysItCounts(purpose) ? "notice" : "warning",
      message: `sends the input of its tools to ${host}, ${when}, and does not say so anywhere`,
    });
  const label = host.split(".").find((part) => part.length > 40);
  if (label !== undefined)
    found.push({ severity: "danger", message: `hides data in the name of a host: ${host.slice(0, 80)}` });
  const [address = ""] = detail.split("\n");
  if (isDisguised(address))
    found.push({
      severity: "warning",
      message: `hides the input of its tools in the address of a request to ${host}`,
    });
  const others = [...new Set(detail.match(ADDRESS) ?? [])].filter((address) => address !== GENERATED_ADDRESS);
  const isMail =
    /\b(?:b?cc|to|recipients?|personalizations)\b/i.test(detail) && detail.includes(GENERATED_ADDRESS);
  if (isMail && others.length > 0)
    found.push({
      severity: "danger",
      message: `adds the receiver ${others[0]}, which nobody named, to its request to ${host}`,
    });
  return found;
}

/** The request for a key, and not for the name or the kind of the machine. */
const ASKS_FOR_KEYS =
  /\biam\b|credential|service-accounts|identity\/oauth2|\/token\b(?<!\/latest\/api\/token)/i;

/** Whether a host hands out the keys of a machine in a cloud. */
export function isCloudHost(host: string): boolean {
  return CLOUD_KEYS.test(host.replace(/\.$/, ""));
}

/** Whether a host is the made-up one, or consists of made-up values. */
export function isMadeUpHost(host: string): boolean {
  return host === MADE_UP_HOST || host.endsWith(`.${MADE_UP_HOST}`) || host.includes("made-up-");
}

const COUNTS = /\b(?:telemetry|analytics|usage (?:statistics|data)|anonymous (?:usage|statistics))\b/;
const TURNS_OFF = /\b(?:opt[ -]?out|disable|turn(?:ed)? off|do_not_track|telemetry_?disabled|no-telemetry)\b/;

/** Whether its texts say that it counts how it is used, and how to turn that off. The contract names the host all the same. */
function saysItCounts({ text }: Purpose): boolean {
  return COUNTS.test(text) && TURNS_OFF.test(text);
}

/** Whether an address contains a made-up input in a form that nobody can read. */
function isDisguised(address: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/%[0-9a-f]{2}|[^a-z]/gi, "");
  return (
    !letters(address).includes(letters(GENERATED_TEXT)) &&
    canaryTraces(address, new Map([[GENERATED_TEXT, ""]])).length > 0
  );
}

/** Whether a request has a body with a made-up input in it. */
function sendsInput(detail: string): boolean {
  return detail.split("\n").slice(1).join("\n").includes(GENERATED_TEXT);
}

/** Whether its texts name the owner of a host. For a host where many have accounts, an address or the name of its entry is not enough. */
function namesOwner(host: string, { text, spoken }: Purpose): boolean {
  const [owner = host] = host.split(".").slice(-2);
  const said = isCommonHost(`https://${host}/`) ? spoken.replaceAll(/\bio\.git(?:hub|lab)\./g, "") : text;
  const brand = brandOf(host);
  return (
    said.includes(owner.toLowerCase()) || said.includes(brand) || (brand === "amazon" && /\baws\b/.test(said))
  );
}

/**
 * Finds variables for one service that go to hosts of several owners, and hosts with a name like another one. `owner` is the
 * publisher of the package: `netlify` may use netlifysdk.com as well as netlify.com.
 */
export function judgeOwners(
  observed: readonly Observed[],
  wanted: readonly string[],
  owner?: string,
): TrialFinding[] {
  const hosts = observed.filter(({ kind, what }) => kind === "host" && !isMadeUpHost(what));
  const spread = wanted.flatMap((name): TrialFinding[] => {
    const canary = new Map([[madeUpValue(name), name]]);
    const got = hosts.filter(({ detail }) => canaryTraces(detail, canary).length > 0).map(({ what }) => what);
    const [first = ""] = got.map(brandOf).filter((brand) => brand === owner);
    const isOwn = (host: string) => first !== "" && brandOf(host).startsWith(first);
    const owners = [
      ...Map.groupBy(new Set(got), (host) => (isOwn(host) ? first : brandOf(host))).values(),
    ].map(([host = ""]) => host);
    return owners.length < 2
      ? []
      : [
          {
            severity: "warning",
            message: `sends the content of ${name} to several owners: ${owners.slice(0, 4).join(", ")}`,
          },
        ];
  });
  const brands = new Map(hosts.map(({ what }) => [brandOf(what), what]));
  const alike = [...brands].flatMap(([brand, host]): TrialFinding[] => {
    const other = brand.split("-").find((part) => part !== brand && part.length > 3 && brands.has(part));
    return other === undefined
      ? []
      : [
          {
            severity: "warning",
            message: `contacts ${host}, which is named like ${brands.get(other)} and may belong to somebody else`,
          },
        ];
  });
  return [...spread, ...alike];
}

/** The name of an owner: `notion` of `api.notion.com`. */
function brandOf(host: string): string {
  const brand = host.split(".").at(-2) ?? host;
  return OTHER_NAMES.get(brand) ?? brand;
}

/** Further domains of owners that many servers work for. */
const OTHER_NAMES = new Map([
  ...["googleapis", "googleusercontent", "gstatic"].map((name) => [name, "google"] as const),
  ...["githubusercontent", "githubcopilot"].map((name) => [name, "github"] as const),
  ...["microsoftonline", "azure", "windows"].map((name) => [name, "microsoft"] as const),
  ["amazonaws", "amazon"],
  ["slack-files", "slack"],
]);

/** Whether a server may contact a host only now and then: statistics go out in batches, and its texts may name the owner. */
export function isExpectedLater(host: string, purpose: Purpose): boolean {
  return isStatistics(host) || saysItCounts(purpose) || isExpected(`https://${host}/`, purpose);
}

/** An honest server looks up fewer unnamed hosts of one owner. */
const MOST_NAMES = 8;

/** Lookups of host names can carry data to the owner of the domain, one word each. */
export function judgeNames(observed: readonly Observed[]): TrialFinding[] {
  const hosts = new Set(observed.filter(({ kind }) => kind === "host").map(({ what }) => what));
  const byOwner = Map.groupBy(hosts, (host) => host.split(".").slice(-2).join("."));
  return [...byOwner].flatMap(([owner, names]): TrialFinding[] =>
    names.length < MOST_NAMES || isCommonHost(`https://${owner}/`)
      ? []
      : [
          {
            severity: "danger",
            message: `asks for ${names.length} names of ${owner}, through which data can leave: ${names[0]?.slice(0, 80)}`,
          },
        ],
  );
}
