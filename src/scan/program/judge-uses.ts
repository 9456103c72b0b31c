import type { Severity } from "../../support/finding.ts";
import { addressKind } from "../address.ts";
import { CARRIED, STARTUP_PLACE } from "./carried.ts";
import type { Followed, Held } from "./follow.ts";
import type { Use } from "./program.ts";
import { isDeclared, isExpected, isMentioned, type Purpose, speaksOf } from "./purpose.ts";

/** What a program does that it should not, and where. */
export interface Deed {
  readonly signal: string;
  readonly severity: Severity;
  readonly message: string;
  /** An offset into the file. */
  readonly offset: number;
}

const SENDS =
  /(?:^|\.)(?:post|put|patch|sendBeacon|sendMail|sendmail|send_message|sendall|sendto|storbinary|upload_file|put_object|uploadFile|upload_fileobj)$|^(?:requests|httpx|axios)\.request$|^(?:nc|ncat|scp|rsync|sftp|ftp|mail|sendmail|mutt)$|socket\.send$/;
/** What is put there stays in the program. */
const STAYS = /(?:queue|cache|stack|buffer|table|store|map)s?\.(?:put|post|patch)$/i;
/** These send only when something is handed to them. */
const MAY_SEND =
  /(?:^|\.)(?:requests|httpx|axios|session|http|https|got|urllib3)\.get$|(?:urlopen|\.Request)$|^(?:fetch|curl|wget|axios|nslookup|dig|ping|host|git|aws|gsutil|gh)$/;
const RUNS =
  /^(?:exec|eval|Function|bash|sh|zsh|dash|source|\.|python|python3|node|perl|ruby|iex)$|(?:^|\.)(?:os\.system|os\.popen|runInThisContext|runInNewContext|exec_module|execSync)$/;
const INTERPRETERS = /^(?:bash|sh|zsh|dash|source|\.|python|python3|node|perl|ruby)$/;
const DELETES =
  /(?:^|\.)(?:rmtree|unlink|unlinkSync|rmSync|rmdirSync|rimraf|remove_tree)$|^os\.(?:remove|removedirs|rmdir)$|^fs\.rm$|^(?:rm|shred|find|rmdir|srm)$/;
const WRITES =
  /(?:^|\.)(?:write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|open|createWriteStream|symlink|copyfile|copy2?|copyFileSync)$|^(?:>|tee|cp|mv|ln|install|crontab|echo|sed|usermod|launchctl|systemctl)$/;
const UPLOAD_WORDS =
  /^(?:-d|-F|-T|--data\S*|--form|--upload-file|--post-data\S*|--post-file\S*|-X|push|cp|sync)$|^-[dFT]\S|^--(?:data|form|post)/;

const PROSE = /\.(?:md|mdx|txt)$/i;
const GENERAL =
  /^(?:api|key|token|secret|access|auth|password|private|client|env|environ|process|app|bot|the|credential|credentials)$/;

/** Judges one call or command of a program by what is handed to it and by what the skill is for. */
export function* judgeUse(use: Use, followed: Followed, purpose: Purpose): Iterable<Deed> {
  const { offset } = followed.program;
  const at = offset + use.at;
  const held = followed.held(use);
  const addresses = held.addresses.filter((address) => addressKind(address) !== "local");
  const found = (signal: string, severity: Severity, message: string): Deed => ({
    signal,
    severity,
    message,
    offset: at,
  });
  const judged = { purpose, found, followed };
  if ((SENDS.test(use.name) && !STAYS.test(use.name)) || MAY_SEND.test(use.name))
    yield* sent(use, { ...held, addresses }, judged);
  if (RUNS.test(use.name)) yield* run(use, { ...held, addresses }, judged);
  if (DELETES.test(use.name)) yield* deleted(use, held, found);
  if (WRITES.test(use.name) && (held.bits & CARRIED.startup) !== 0) yield* started(use, held, judged);
  yield* loosened(use, purpose, found);
  if (
    use.isEndless &&
    MAY_SEND.test(use.name) &&
    addresses.length > 0 &&
    /^(?:curl|wget|fetch|requests\.get|axios\.get|ping)$/.test(use.name)
  ) {
    yield found("program-floods", "warning", "calls an address again and again without end");
  }
}

type Found = (signal: string, severity: Severity, message: string) => Deed;

interface Case {
  readonly purpose: Purpose;
  readonly found: Found;
  readonly followed: Followed;
}

function* sent(
  use: Use,
  { bits, addresses, own, body, keys }: Held,
  { purpose, found }: Case,
): Iterable<Deed> {
  const isLocal = addresses.length === 0 && /^(?:fetch|curl|wget|git)$/.test(use.name);
  const executor =
    SENDS.test(use.name) ||
    use.words === undefined ||
    use.words.some((word) => UPLOAD_WORDS.test(word)) ||
    /^(?:nslookup|dig|ping|host)$/.test(use.name);
  if (isLocal) return;
  const isForeign = addresses.some((address) => !isExpected(address, purpose));
  const lost = addresses.length === 0 || isForeign;
  if ((bits & CARRIED.secret) !== 0 && executor)
    yield found(
      "program-sends-secrets",
      lost ? "danger" : "warning",
      "reads stored credentials and sends them out",
    );
  else if ((own & CARRIED.settings) !== 0 && executor && lost)
    yield found("program-sends-secrets", "danger", "sends a file of keys out");
  else if ((bits & CARRIED.environment) !== 0 && executor)
    yield found("program-sends-secrets", lost ? "danger" : "warning", "sends the whole environment out");
  else if ((body & CARRIED.key) !== 0 && executor && isForeign && !areFor(keys, addresses)) {
    const isNamed = use.words !== undefined || addresses.every((address) => isMentioned(address, purpose));
    const message = "hands a key from the environment to an address outside the skill's purpose";
    yield found("program-sends-key", isNamed ? "notice" : "danger", message);
  } else if ((bits & CARRIED.personal) !== 0 && executor && isForeign)
    yield found(
      "program-sends-private",
      "danger",
      "takes what the person has on screen, clipboard or record and sends it out",
    );
  else if ((bits & CARRIED.machine) !== 0 && executor && isForeign)
    yield found(
      "program-sends-private",
      "warning",
      "tells an outside address which machine and user this is",
    );
  else if ((bits & CARRIED.tree) !== 0 && executor && isForeign)
    yield found(
      "program-sends-private",
      addresses.some((address) => isDeclared(address, purpose)) ? "warning" : "danger",
      "sends whole folders to an address outside the skill's purpose",
    );
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

function* run(use: Use, held: Held, { purpose, found, followed }: Case): Iterable<Deed> {
  const given = INTERPRETERS.test(use.name) ? program(use, followed) : held;
  if (given === undefined) return;
  const { bits, addresses } = given;
  if ((bits & CARRIED.downloaded) !== 0) {
    const isUnknown = addresses.length === 0 && !INTERPRETERS.test(use.name);
    const isForeign = addresses.some(
      (address) => addressKind(address) !== "local" && !isExpected(address, purpose),
    );
    // How many a guide says to install something: `curl … | sh` from a named place is asked about, not refused.
    const isGuide =
      PROSE.test(followed.program.file) &&
      use.from < use.at &&
      addresses.length > 0 &&
      addresses.every((address) => /^(?:named|placeholder)$/.test(addressKind(address)));
    if (isForeign || isUnknown)
      yield found("program-runs-download", isGuide ? "warning" : "danger", "runs what it has downloaded");
    else yield found("program-runs-download", "notice", "runs what it has downloaded");
  } else if ((bits & CARRIED.decoded) !== 0) {
    yield found("program-runs-hidden", "danger", "runs what it has decoded");
  }
}

/** What an interpreter is given to run: a file it names, or what comes through the pipe when it names none. */
function program({ name, words = [], from, at, end }: Use, followed: Followed): Held | undefined {
  const named = words.slice(1).filter((word) => !/^-(?!c\b)/.test(word));
  if (words.slice(1).some((word) => /^-[a-z]*[cme]$/.test(word)) || name === "exec") return undefined;
  if (named.length > 0) return followed.heldByFile(named[0] ?? "");
  return from < at ? followed.held({ from, end: at }) : followed.held({ from: at, end });
}

/** Everything here, above or at home: not what a program made for itself. */
const WIDE = /^(?:~|\/|\.|\.\.|\$HOME|\$\{HOME\}|\*|\.\/\*|\.\.\/\*|~\/\*|\/\*|\/home|\/Users|\.\/)\/?\*?$/;

function* deleted(use: Use, held: Held, found: Found): Iterable<Deed> {
  const words = use.words ?? [];
  if (use.name === "find") {
    if (
      words.includes("-delete") ||
      words.some((word, index) => word === "-exec" && /^(?:rm|shred)$/.test(words[index + 1] ?? ""))
    ) {
      if (WIDE.test(words[1] ?? ""))
        yield found("program-deletes", "warning", "deletes files that it did not make");
    }
    return;
  }
  if (words.length > 0) {
    const isDeep = words.some((word) => /^-\w*[rR]|^--recursive/.test(word));
    if (isDeep && words.slice(1).some((word) => WIDE.test(word)))
      yield found("program-deletes", "danger", "deletes everything around it");
    return;
  }
  if ((held.bits & CARRIED.tree) !== 0)
    yield found("program-deletes", "notice", "deletes files that it finds in folders");
}

function* started(use: Use, held: Held, { purpose, found, followed }: Case): Iterable<Deed> {
  const words = use.words;
  if (words !== undefined && /^(?:echo|sed|cp|mv|ln|install)$/.test(use.name)) {
    const target = words.at(-1) ?? "";
    if (
      use.name === "echo" ||
      !STARTUP_PLACE.test(target) ||
      (use.name === "sed" && !words.some((word) => word.startsWith("-i")))
    )
      return;
  }
  if (words !== undefined && /^(?:systemctl|launchctl|usermod)$/.test(use.name)) return;
  // What stands elsewhere in the command is not written to.
  if (use.name === ">" && !STARTUP_PLACE.test(words?.[1] ?? "") && !words?.[1]?.includes("$")) return;
  const isAbout = speaksOf(
    purpose,
    /shell|bash|zsh|terminal|cron|schedul|hook|daemon|service|startup|dotfile|memory|agent|ssh|\binstall|setup|configur|git\b/,
  );
  if ((held.bits & CARRIED.downloaded) !== 0)
    yield found("program-persists", "danger", "lets something from outside start again by itself");
  else
    yield found(
      "program-persists",
      isAbout ? "notice" : PROSE.test(followed.program.file) ? "warning" : "danger",
      "writes where things start by themselves or are obeyed later",
    );
}

function* loosened(use: Use, purpose: Purpose, found: Found): Iterable<Deed> {
  const words = use.words ?? [];
  if (
    use.name === "chmod" &&
    words.some((word) => /^(?:0?[4267]7[5-7]{2}|[ugoa]*\+[rwx]*s|4\d{3})$/.test(word))
  ) {
    yield found("program-loosens", "danger", "gives a program the rights of its owner");
  } else if (
    use.name === "chmod" &&
    words.some((word) => /^(?:0?777|a\+rwx|o\+w|ugo\+rwx)$/.test(word)) &&
    words.some((word) => WIDE.test(word) || /^-\w*R/.test(word))
  ) {
    yield found("program-loosens", "warning", "lets everybody write into folders");
  }
  void purpose;
}
