import type { Severity } from "../../support/finding.ts";
import { addressKind, hostOf, isCommonHost } from "../address.ts";
import { CARRIED } from "./carried-data.ts";
import type { Followed, RangeContent } from "./follow.ts";
import { type Case, type HarmfulAct, PROSE } from "./harmful-act.ts";
import {
  DELETES,
  deleted,
  hookedInstall,
  locked,
  loosened,
  onlyReads,
  overwritten,
  started,
} from "./judge-changes.ts";
import { loadedDownload, remoteShell, startedDownload } from "./judge-starts.ts";
import { atomsIn, type Use } from "./program.ts";
import type { Habits } from "./program-habits.ts";
import { isDeclared, isExpected, isMentioned, isNamed, isVouched, type Purpose } from "./purpose.ts";

const SENDS =
  /(?:^|\.)(?:post|put|patch|sendBeacon|sendMail|sendmail|send_message|sendall|sendto|storbinary|upload_file|put_object|uploadFile|upload_fileobj)$|^(?:requests|httpx|axios)\.request$|^(?:nc|ncat|scp|rsync|sftp|ftp|mail|sendmail|mutt)$|socket\.send$/;
/** Containers inside the program: nothing leaves through them. */
const STAYS = /(?:queue|cache|stack|buffer|table|store|map)s?\.(?:put|post|patch)$/i;
/** Calls that send only if they get something to send. */
const MAY_SEND =
  /(?:^|\.)(?:requests|httpx|axios|session|http|https|got|urllib3)\.get$|(?:urlopen|\.Request)$|^(?:fetch|curl|wget|axios|nslookup|dig|ping|host|git|aws|gsutil|gh)$/;
const RUNS =
  /^(?:exec|eval|Function|bash|sh|zsh|dash|source|\.|python|python3|node|perl|ruby|iex)$|(?:^|\.)(?:os\.system|os\.popen|runInThisContext|runInNewContext|exec_module|execSync)$/;
const INTERPRETERS = /^(?:bash|sh|zsh|dash|source|\.|python|python3|node|perl|ruby)$/;
const WRITES =
  /(?:^|\.)(?:write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|open|createWriteStream|SetValueEx|symlink|copyfile|copy2?|copyFileSync)$|^(?:>|tee|cp|mv|ln|install|crontab|echo|sed|usermod|launchctl|systemctl)$/;
const UPLOAD_WORDS =
  /^(?:-d|-F|-T|--data\S*|--form|--upload-file|--post-data\S*|--post-file\S*|-X|push|cp|sync)$|^-[dFT]\S|^--(?:data|form|post)/;

const GENERAL =
  /^(?:api|key|token|secret|access|auth|password|private|client|env|environ|process|app|bot|the|credential|credentials)$/;

/** Judges one call or command by its arguments and by the purpose of the skill. */
export function* judgeUse(use: Use, followed: Followed, { purpose, habits }: Measure): Iterable<HarmfulAct> {
  const { offset } = followed.program;
  const at = offset + use.at;
  const content = followed.contentOf(use);
  const addresses = content.addresses.filter((address) => addressKind(address) !== "local");
  const found = (signal: string, severity: Severity, message: string): HarmfulAct => ({
    signal,
    severity,
    message,
    offset: at,
  });
  const judged = { purpose, found, followed };
  const isConnected =
    addresses.length > 0 &&
    use.words === undefined &&
    CONNECTED.test(use.name) &&
    !NO_CONNECTION.test(use.name);
  const isSent = (SENDS.test(use.name) && !STAYS.test(use.name)) || MAY_SEND.test(use.name);
  if (isSent || isConnected) {
    // A connection sends what is written to it, not the arguments it was created with.
    const given = isSent ? content : followed.contentOf({ ...use, from: use.from + 1 });
    yield* sent(use, { ...given, addresses }, { ...judged, listens: habits.listens });
  }
  yield* startedDownload(use, judged);
  yield* remoteShell(use, { ...judged, connects: habits.connects });
  if (RUNS.test(use.name)) yield* run(use, { ...content, addresses }, judged);
  if (DELETES.test(use.name)) yield* deleted(use, content, judged);
  if (WRITES.test(use.name) && (content.bits & CARRIED.startup) !== 0 && !onlyReads(use, followed))
    yield* started(use, content, judged);
  yield* loosened(use, judged);
  yield* loadedDownload(use, content, judged);
  if (WRITES.test(use.name) && !onlyReads(use, followed)) {
    if (habits.renames) yield* overwritten(content, judged);
    if (habits.hooksInstall) yield* hookedInstall(use, judged);
  }
  if (habits.deletes) yield* locked(use, habits.onBelongings, judged);
  yield* exchanged(use, addresses, { ...judged, pushes: habits.pushes });
  if (use.isEndless && addresses.length > 0 && ASKS.test(use.name)) {
    const isForeign = addresses.every((address) => !isExpected(address, purpose) && !isPlaceholder(address));
    const message = "calls an address again and again without end";
    const isPolling = habits.pauses && habits.waitsForLogin;
    const mild = isPolling ? "notice" : "warning";
    yield found("program-floods", isForeign && !habits.pauses ? "danger" : mild, message);
  }
}

/** What is written to a connection is sent. */
const CONNECTED =
  /\.(?:write|end|send|request|resolve(?:4|6|Txt|Any))$|(?:dns|resolver)\w{0,20}(?:\.promises)?\.(?:resolve|lookup)$/i;
/** Targets of writes that do not lead to another machine: standard streams, and objects that transform or buffer bytes. */
const NO_CONNECTION =
  /(?:^|\.)(?:std(?:err|out|in)|buf(?:fer)?|encoder|decoder|cipher|hash|hmac|logger|log|zip|archive|readline|rl)\??\.\w+$/i;

const ASKS = /^(?:curl|wget|fetch|ping)$|(?:^|\.)(?:requests|httpx|axios)\.(?:get|head)$|urlopen$/;
/** The context in which an action is judged. */
interface Measure {
  readonly purpose: Purpose;
  readonly habits: Habits;
}

function isPlaceholder(address: string): boolean {
  return addressKind(address) === "placeholder";
}

function* sent(
  use: Use,
  { bits, addresses, own, body, keys }: RangeContent,
  { purpose, found, followed, listens }: Case & { readonly listens: boolean },
): Iterable<HarmfulAct> {
  const isLocal = addresses.length === 0 && /^(?:fetch|curl|wget|git)$/.test(use.name);
  const transmits =
    SENDS.test(use.name) ||
    use.words === undefined ||
    use.words.some((word) => UPLOAD_WORDS.test(word) || FILLED_ADDRESS.test(word)) ||
    /^(?:nslookup|dig|ping|host)$/.test(use.name);
  if (isLocal) return;
  const isForeign = addresses.some((address) => !isExpected(address, purpose));
  const lost = addresses.length === 0 || isForeign;
  const isTheirs =
    addresses.length > 0 && addresses.every((address) => isNamed(address, purpose) || isCommonHost(address));
  if ((bits & CARRIED.secret) !== 0 && transmits)
    yield found(
      "program-sends-secrets",
      isTheirs ? "warning" : "danger",
      "reads stored credentials and sends them out",
    );
  else if ((own & CARRIED.settings) !== 0 && transmits && lost)
    yield found("program-sends-secrets", "danger", "sends a file of keys out");
  else if ((bits & CARRIED.environment) !== 0 && transmits)
    yield found(
      "program-sends-environment",
      isTheirs ? "warning" : "danger",
      "sends the whole environment out",
    );
  else if ((body & CARRIED.key) !== 0 && transmits && isForeign && !areFor(keys, addresses)) {
    const isNamed = use.words !== undefined || addresses.every((address) => isMentioned(address, purpose));
    const message = "hands a key from the environment to an address outside the skill's purpose";
    yield found("program-sends-key", isNamed ? "notice" : "danger", message);
  } else if (((bits & CARRIED.personal) !== 0 || listens) && transmits && addresses.length > 0 && !isTheirs)
    yield found(
      "program-sends-private",
      "danger",
      "takes what the person has on screen, clipboard or record and sends it out",
    );
  else if ((bits & CARRIED.machine) !== 0 && transmits && isForeign)
    yield found(
      "program-sends-private",
      "warning",
      "tells an outside address which machine and user this is",
    );
  else if ((bits & CARRIED.tree) !== 0 && transmits && isForeign)
    yield found(
      "program-sends-private",
      addresses.some((address) => isDeclared(address, purpose)) ? "warning" : "danger",
      "sends whole folders to an address outside the skill's purpose",
    );
  else if (isForeign && handsFileOver(use, followed) && !addresses.some(isPlaceholder))
    yield found(
      "program-sends-file",
      addresses.some((address) => isDeclared(address, purpose)) ? "warning" : "danger",
      "sends a file to an address outside the skill's purpose",
    );
}

/** An address that is built from other values. */
const FILLED_ADDRESS = /:\/\/\S*(?:\$|`|\{\})/;

/** Whether a call hands over a whole file: `-F file=@x`, `-T x`, `files=…`. */
function handsFileOver(use: Use, { program }: Followed): boolean {
  if (use.words !== undefined)
    return (
      use.name === "curl" &&
      use.words.some((word) => /^(?:[\w-]{1,40}=)?@[^-]|^-[FdT]?@|^-T$|^--upload-file/.test(word))
    );
  return atomsIn(program.atoms, use).some(({ kind, value }) => kind === "name" && value === "files");
}

/** Whether the keys are those of the service they go to: `ACME_TOKEN` for api.acme.com. */
function areFor(keys: readonly string[], addresses: readonly string[]): boolean {
  return keys.every((key) => {
    const words = key
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 2 && !GENERAL.test(word));
    return (
      words.length === 0 ||
      addresses.some((address) => words.some((word) => address.toLowerCase().includes(word)))
    );
  });
}

function* run(use: Use, content: RangeContent, { purpose, found, followed }: Case): Iterable<HarmfulAct> {
  const given = INTERPRETERS.test(use.name) ? program(use, followed) : content;
  if (given === undefined) return;
  const { bits, addresses } = given;
  if ((bits & CARRIED.downloaded) !== 0) {
    // In a shell it is not certain that this line runs what an earlier one downloaded.
    const isOwn = use.words === undefined || (given.own & CARRIED.downloaded) !== 0;
    const isUnknown = addresses.length === 0 && !INTERPRETERS.test(use.name) && isOwn;
    // A host that merely sounds like the purpose may serve anything. In a guide, people see where it comes from.
    const isFit = PROSE.test(followed.program.file) ? isExpected : isVouched;
    const isForeign = addresses.some(
      (address) => addressKind(address) !== "local" && !isFit(address, purpose),
    );
    // Many guides install something with `curl … | sh`. From a named host this is a warning, not a danger.
    const isGuide =
      PROSE.test(followed.program.file) &&
      use.from < use.at &&
      addresses.length > 0 &&
      addresses.every((address) => /^(?:named|placeholder)$/.test(addressKind(address)));
    const host = hostOf(addresses[0] ?? "");
    if (isForeign || isUnknown)
      yield {
        ...found("program-runs-download", isGuide ? "warning" : "danger", "runs what it has downloaded"),
        host,
      };
    else yield found("program-runs-download", "notice", "runs what it has downloaded");
  } else if ((bits & CARRIED.decoded) !== 0) {
    yield found("program-runs-hidden", "danger", "runs what it has decoded");
  }
}

/** What an interpreter runs: the file in its arguments, or the input of the pipe if there is none. */
function program({ name, words = [], from, at, end }: Use, followed: Followed): RangeContent | undefined {
  const named = words.slice(1).filter((word) => !/^-(?!c\b)/.test(word));
  if (words.slice(1).some((word) => /^-[a-z]*[cme]$/.test(word)) || name === "exec") return undefined;
  if (named.length > 0) return followed.contentOfFile(named[0] ?? "");
  return from < at ? followed.contentOf({ from, end: at }) : followed.contentOf({ from: at, end });
}

const INSTALLS = /^(?:pip3?|pipx|npm|npx|pnpm|yarn|bun|gem|uv)$/;
const REGISTRY =
  /^(?:registry|global\.(?:extra-)?index-url|--(?:extra-)?index-url|-i|--registry|--find-links|--default-index)(?:=|$)/;

/** The addresses that a package manager takes packages from. */
function packageAddresses({ name, words = [] }: Use): string[] {
  if (!INSTALLS.test(name)) return [];
  const isInstall = words.some((word) => /^(?:i|install|add|dlx|download)$/.test(word));
  return words.flatMap((word, at) => {
    const isRegistry = REGISTRY.test(words[at - 1] ?? "") || REGISTRY.test(word);
    const isPackage = isInstall && /\.(?:whl|tgz|tar\.gz|zip)(?:$|[?#])/.test(word);
    return isRegistry || isPackage ? (word.match(/https?:\/\/\S+/g) ?? []) : [];
  });
}

/** Judges packages from foreign registries and pushes to foreign repositories. */
function* exchanged(
  use: Use,
  addresses: readonly string[],
  { purpose, found, pushes }: Case & { readonly pushes: boolean },
): Iterable<HarmfulAct> {
  const isForeign = (address: string) =>
    !/^(?:local|placeholder)$/.test(addressKind(address)) && !isExpected(address, purpose);
  // A package may come from a host with its own name.
  const isOwn = (address: string) =>
    (use.words ?? []).some(
      (word) =>
        word.length > 3 &&
        !/[/]|^(?:registry|install|config|global)$/.test(word) &&
        address.includes(word.split(/[[=@]/, 1)[0] ?? ""),
    );
  if (packageAddresses(use).some((address) => isForeign(address) && !isOwn(address)))
    yield found(
      "program-installs",
      "danger",
      "installs packages from an address outside the skill's purpose",
    );
  const isRemote = use.words?.[1] === "remote" && /^(?:add|set-url)$/.test(use.words[2] ?? "");
  const isPush = (use.words ?? []).includes("push") || (isRemote && pushes);
  const isStrange = (address: string) => isForeign(address) || (isRemote && !isVouched(address, purpose));
  if (use.name === "git" && isPush && addresses.some(isStrange))
    yield found(
      "program-sends-private",
      "danger",
      "pushes the repository to an address outside the skill's purpose",
    );
}
