import { CARRIED, carriedByText, STARTUP_PLACE } from "./carried-data.ts";
import type { Followed, RangeContent } from "./follow.ts";
import { type Case, type HarmfulAct, PROSE } from "./harmful-act.ts";
import { atomsIn, type Use } from "./program.ts";
import { isVouched, speaksOf } from "./purpose.ts";

/** Calls and commands that delete. */
export const DELETES =
  /(?:^|\.)(?:rmtree|unlink|unlinkSync|rmSync|rmdirSync|rimraf|remove_tree)$|^os\.(?:remove|removedirs|rmdir)$|^fs\.rm$|^(?:rm|shred|find|rmdir|srm)$/;

/** The current folder, its parents or the home folder: not files that the program itself made. */
const WIDE = /^(?:~|\/|\.|\.\.|\$HOME|\$\{HOME\}|\*|\.\/\*|\.\.\/\*|~\/\*|\/\*|\/home|\/Users|\.\/)\/?\*?$/;

/** Deletes folders with their content. */
const DELETES_ALL = /(?:^|\.)(?:rmtree|rmSync|rimraf|remove_tree|rm|rmdirSync)$/;

/** Whether the call names a folder inside of another one. */
function namesFolder(use: Use, { program }: Followed): boolean {
  return atomsIn(program.atoms, use).some(
    ({ kind, value }) => kind === "text" && /^[/\w.][\w./-]{2,}$/.test(value),
  );
}

/** Judges a deletion. */
export function* deleted(use: Use, operand: RangeContent, { found, followed }: Case): Iterable<HarmfulAct> {
  const words = use.words ?? [];
  if (use.name === "find") {
    if (
      words.includes("-delete") ||
      words.some(
        (word, index) => /^-exec(?:dir)?$/.test(word) && /^(?:rm|shred)$/.test(words[index + 1] ?? ""),
      )
    ) {
      const isHome = (operand.own & (CARRIED.home | CARRIED.belongings)) !== 0;
      if (isHome) yield found("program-deletes", "danger", "deletes files of the person");
      else if (WIDE.test(words[1] ?? ""))
        yield found("program-deletes", "warning", "deletes files that it did not make");
    }
    return;
  }
  if (words.length > 0) {
    const isDeep = words.some((word) => /^-\w*[rR]|^--recursive/.test(word));
    const isTheirs = (word: string) => (carriedByText(word) & CARRIED.belongings) !== 0;
    if (isDeep && words.slice(1).some((word) => WIDE.test(word) || isTheirs(word)))
      yield found("program-deletes", "danger", "deletes everything around it");
    return;
  }
  if (DELETES_ALL.test(use.name) && (operand.bits & CARRIED.belongings) !== 0)
    yield found("program-deletes", "danger", "deletes folders of the person");
  else if (DELETES_ALL.test(use.name) && (operand.bits & CARRIED.home) !== 0 && !namesFolder(use, followed))
    yield found("program-deletes", "danger", "deletes the home of the person");
  else if (
    (operand.bits & CARRIED.tree) !== 0 &&
    (operand.bits & CARRIED.home) !== 0 &&
    !namesFolder(use, followed)
  )
    yield found("program-deletes", "danger", "deletes what it finds in the home of the person");
  else if ((operand.bits & CARRIED.tree) !== 0)
    yield found("program-deletes", "notice", "deletes files that it finds in folders");
}

/** `open(path, "r")` writes nothing. */
export function onlyReads(use: Use, { program }: Followed): boolean {
  if (use.words !== undefined || !/(?:^|\.)open$/.test(use.name)) return false;
  return atomsIn(program.atoms, use).every(
    ({ kind, value }) =>
      kind !== "text" || !/^[rwaxbt]\+?[bt]?\+?$|^(?:O_|os\.O_)/.test(value) || /^rb?t?$/.test(value),
  );
}

/** A download that is piped into a shell, as text. */
const FETCHED_SHELL = /\b(?:curl|wget)\b[^\n|]{0,200}\|\s{0,9}(?:sudo )?(?:ba|z|da)?sh\b/;

/** Judges writes to places from which programs start automatically. */
export function* started(
  use: Use,
  operand: RangeContent,
  { purpose, found, followed }: Case,
): Iterable<HarmfulAct> {
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
  // Other parts of the command are not written to.
  const isVariable = words?.[1]?.includes("$") === true && !PROSE.test(followed.program.file);
  if (use.name === ">" && !STARTUP_PLACE.test(words?.[1] ?? "") && !isVariable) return;
  const isAbout = speaksOf(
    purpose,
    /shell|bash|zsh|terminal|cron|schedul|hook|daemon|service|startup|dotfile|memory|agent|ssh|\binstall|setup|configur|git\b/,
  );
  // Installers add a folder to the PATH.
  const isPath = atomsIn(followed.program.atoms, use).some(
    ({ kind, value }) =>
      kind === "text" && /^export PATH="?[^;&|`\n]{1,120}$/.test(value) && !value.includes("$("),
  );
  const isFetched = atomsIn(followed.program.atoms, use).some(
    ({ kind, value }) => kind === "text" && FETCHED_SHELL.test(value),
  );
  if ((operand.bits & CARRIED.downloaded) !== 0 || isFetched)
    yield found("program-persists", "danger", "makes something from outside start again automatically");
  else
    yield found(
      "program-persists",
      isAbout ? "notice" : isPath || PROSE.test(followed.program.file) ? "warning" : "danger",
      "writes to places that are started automatically or obeyed later",
    );
}

/** Encrypts files with a password. */
const LOCKS = /(?:^|\.)(?:setpassword|Fernet|AESZipFile|compress_multiple)$|^pyminizip\./;

/** Judges the encryption of files. */
export function* locked(use: Use, onBelongings: boolean, { purpose, found }: Case): Iterable<HarmfulAct> {
  const isLock =
    LOCKS.test(use.name) ||
    (/^(?:zip|7z)$/.test(use.name) && (use.words ?? []).some((word) => /^(?:-P|-p\S|--password)/.test(word)));
  if (!isLock || speaksOf(purpose, /encrypt|password|vault|secur|crypt/)) return;
  yield found(
    "program-locks",
    onBelongings ? "danger" : "warning",
    "locks files with a password and deletes the originals",
  );
}

/** Judges a loop that overwrites and renames the user's files. */
export function* overwritten(operand: RangeContent, { found }: Case): Iterable<HarmfulAct> {
  if ((operand.bits & CARRIED.tree) !== 0 && (operand.bits & CARRIED.home) !== 0)
    yield found("program-locks", "danger", "writes over the files that it finds in the home of the person");
}

/** Judges a script that is put into a package's file to run at its next installation. */
export function* hookedInstall(use: Use, { purpose, found, followed }: Case): Iterable<HarmfulAct> {
  const isPackage = atomsIn(followed.program.atoms, use).some(
    ({ kind, value }) => kind === "text" && /(?:^|[/\\])package\.json$/.test(value),
  );
  if (isPackage && !speaksOf(purpose, /install|hook|npm|package|set ?up|scaffold|husky/))
    yield found("program-persists", "danger", "adds a script that runs when the package is installed");
}

/** Settings of Git that run programs or send requests elsewhere, in all repositories. */
const GIT_STEERS = /^(?:core\.(?:hookspath|sshcommand|fsmonitor)|init\.templatedir)$/i;
const GIT_REDIRECTS = /^url\.(https?:\/\/.{1,200})\.insteadof$/i;
/** Services and switches that protect the machine. */
const GUARDS =
  /^(?:auditd|apparmor|firewalld|ufw|clamav\S{0,20}|falcon-sensor|osqueryd|wazuh-agent|rsyslog|fail2ban|crowdsec|mdatp|sysmon)(?:\.service)?$/i;

/** Judges changes to settings of the whole machine that redirect or weaken it. */
function* steered({ name, words = [] }: Use, { purpose, found, followed }: Case): Iterable<HarmfulAct> {
  const severity = PROSE.test(followed.program.file) ? "warning" : "danger";
  const isGlobal = words.some((word) => /^--(?:global|system)$/.test(word));
  if (
    name === "git" &&
    isGlobal &&
    words.includes("config") &&
    !words.some((word) => /^--(?:get|list|unset)/.test(word)) &&
    words.some((word) => {
      const [, address] = GIT_REDIRECTS.exec(word) ?? [];
      return GIT_STEERS.test(word) || (address !== undefined && !isVouched(address, purpose));
    }) &&
    !speaksOf(purpose, /git (?:config|hook|set)|dotfile|\bhooks?\b/)
  )
    yield found("program-loosens", severity, "changes how Git works in all repositories of the person");
  const isOff =
    (name === "setenforce" && /^(?:0|permissive)$/i.test(words[1] ?? "")) ||
    (name === "ufw" && words[1] === "disable") ||
    (/^(?:systemctl|service|pkill|killall)$/.test(name) &&
      (/^p?kill/.test(name) || words.some((word) => /^(?:stop|disable|mask)$/.test(word))) &&
      words.slice(1).some((word) => GUARDS.test(word))) ||
    (name === "spctl" && words.includes("--master-disable"));
  if (isOff && !speaksOf(purpose, /firewall|audit|selinux|secur|harden|troubleshoot|network/))
    yield found("program-loosens", severity, "turns off what protects the machine");
}

/** Judges permissions that are opened to everybody, and overwritten branches of another repository. */
export function* loosened(use: Use, judged: Case): Iterable<HarmfulAct> {
  yield* steered(use, judged);
  const { found } = judged;
  const words = use.words ?? [];
  if (
    use.name === "chmod" &&
    words.some((word) => /^(?:0?[4267]7[5-7]{2}|[ugoa]*\+[rwx]*s|4\d{3})$/.test(word))
  ) {
    yield found("program-loosens", "danger", "gives a program the rights of its owner");
  } else if (
    use.name === "chmod" &&
    words.some((word) => /^(?:0?777|a\+rwx|o\+w|ugo\+rwx)$/.test(word)) &&
    words.some((word) => WIDE.test(word) || /^-\w*R|\$/.test(word))
  ) {
    yield found("program-loosens", "warning", "lets everybody write into folders");
  }
  if (
    /^(?:useradd|adduser|usermod)$/.test(use.name) &&
    words.some((word) => /^(?:sudo|wheel|admin|root|docker)$/.test(word))
  ) {
    // Guides use this to let the user run Docker.
    const isSelf =
      words.includes("docker") && words.some((word) => /^\$\{?USER|^\$\(whoami|^\$\(id/.test(word));
    yield found(
      "program-loosens",
      isSelf ? "notice" : "danger",
      "gives an account the rights of an administrator",
    );
  }
  if (
    words.some((word) => /(?:PasswordAuthentication|PermitRootLogin|PermitEmptyPasswords)\s+yes/.test(word))
  )
    yield found("program-loosens", "danger", "opens the machine for logins");
  const isForced = words.some((word) => /^(?:-f|--force|--mirror)$/.test(word));
  if (
    use.name === "git" &&
    words.includes("push") &&
    isForced &&
    words.some((word) => /^--(?:all|mirror)$/.test(word))
  )
    yield found("program-overwrites", "warning", "overwrites all branches of another repository");
}
