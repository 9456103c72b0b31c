import { addressesIn } from "../address.ts";
import { fencedCode } from "../passages.ts";
import type { ScannedText } from "../signal.ts";
import { follow } from "./follow.ts";
import type { HarmfulAct } from "./harmful-act.ts";
import { judgeUse } from "./judge-uses.ts";
import { type Language, MAX_STEPS, type Program } from "./program.ts";
import { habitsOf } from "./program-habits.ts";
import { isExpected, isVouched, type Purpose } from "./purpose.ts";
import { readShell } from "./read-shell.ts";
import { readTree } from "./read-tree.ts";

/** A program is parsed only if it has a source of data and a way to send it, or a call that is harmful alone. */
const NET =
  /\b(?:curl|wget|requests|httpx|aiohttp|urllib|urlopen|fetch|axios|got|https?\.(?:get|request|client)|HTTPS?Connection|net\.connect|openssl s_client|telnet|socat|dns|socket|smtplib|ftplib|nc|ncat|scp|rsync|boto3|sendBeacon|sendMail|nslookup|dig|ping|feedparser|git (?:push|remote))\b|https?["'`]\)\.(?:get|request)\b/;
const SOURCE =
  /\.ssh\b|\.docker\b|\.aws\b|\.gnupg|\.kube|\.netrc|\.npmrc|\.env\b|environ|getenv|process\.env|printenv|\benv\b *\||id_(?:rsa|ed25519)|[Kk]eychain|keyring|Login Data|[Cc]ookies|wallet|_history|\bHistory\b|clipboard|pbpaste|xclip|pyperclip|screencapture|screenshot|ImageGrab|pynput|keyboard|CoreLocation|ipapi|ipinfo|ip-api|hostname|whoami|uname|getuser|userInfo|os\.walk|glob|listdir|readdir|\bfind\b|\btar\b|\bzip\b|imaplib|shadow|credentials|gh auth|git credential|get secrets?\b|find-generic-password|dump-keychain|get-access-token|print-\w+-token|secretsmanager|secret-tool|get_secret_value|gh\/hosts/;
const RUN =
  /\b(?:exec|eval|execSync|Function|system|popen|bash|sh|zsh|source|python3?|node|exec_module|runIn\w+Context)\b/;
const HIDDEN =
  /b64decode|atob|fromhex|unhexlify|codecs\.decode|decompress|base64|fromCharCode|xxd|marshal|b85decode|b32decode/;
const ALONE =
  /\brm\s+-\w*r|rmtree|rmSync|-delete\b|shred|chmod\s+(?:-\w+\s+)?(?:\d{3,4}|[ugoa]*\+\w*s)|\.(?:bashrc|zshrc|profile|bash_profile|zshenv)\b|crontab|LaunchAgents|systemd|authorized_keys|hooks\/|sitecustomize|\.pth\b|sudoers|while\s*\(?\s*(?:true|True|1|:)|range\(\d{3,9}\)|setpassword|Fernet|pyminizip|\bzip\s[^\n]{0,40}-P|--form|curl[^\n]{0,200}\s-[FT]\s|\bpost\([^\n]{0,200}files=|--upload-file|--(?:extra-)?index-url|--registry|\b(?:pip3?|npm) install https?:|(?:CLAUDE|AGENTS|SOUL|MEMORY)\.md|\.claude\/settings|winreg|CurrentVersion|config set (?:registry|global)|\.unlink\b|\b(?:useradd|adduser|usermod)\b|sshd_config|mkfifo|git remote (?:add|set-url)|\b(?:os\.rename|renameSync)\b|\b(?:pre|post)install\b|git config --|\bsetenforce\b|\bufw disable\b|(?:systemctl|service|pkill|killall) [^\n]{0,40}(?:auditd|apparmor|firewalld|ufw|clamav|falcon|osqueryd|fail2ban)/;

/** A command in the middle of a sentence. */
const COMMAND =
  /`((?:sudo )?(?:curl|wget|bash|sh|rm|chmod|scp|rsync|nc|git push|git remote|git config|npm config|pip3? config|setenforce|ufw|systemctl|crontab|tar|zip|cat|env|printenv|echo|git (?:log|archive|bundle)|history|dig|nslookup|socat|ssh|eval|useradd|usermod|iptables|python3? -c|node -e|\.\/)[^`\n]{3,400})`/g;
/** Maximum number of programs that are read per file. A file with more is a reference, not a script. */
const MAX_PROGRAMS = 300;

/** Maximum number of findings of one kind per file. */
const MAX_OF_A_KIND = 5;

/** A guide may tell the reader once or twice to install something from its maker. More downloads from one host are refused. */
const OFTEN = 2;

/** Stored credentials and the whole environment. They must not be sent anywhere. */
const STORE =
  /\.ssh\b|\.docker\b|\.aws\b|\.gnupg|\.kube|\.netrc|\.npmrc|\.pypirc|\.env\b|id_(?:rsa|ed25519)|[Kk]eychain|keyring|Login Data|[Cc]ookies|wallet|_history|shadow|credentials|kdbx|[Pp]assword-?store|printenv|environ\b(?!\.get|\[)|process\.env\b(?!\.\w|\[)|win32crypt|secretstorage|get_secret_value|gh\/hosts|gh auth|git credential|get secrets?\b|find-generic-password|dump-keychain|get-access-token|print-\w+-token|secretsmanager|secret-tool/;
/** Ways to send data that need no URL. */
const BARE =
  /\b(?:socket|smtplib|ftplib|nc|ncat|scp|rsync|boto3|sendMail|nslookup|dig|ping|git (?:push|remote)|createConnection|net\.connect|openssl s_client|telnet|socat|dns|HTTPS?Connection|https?\.request)\b/;
/** Calls with which Python and JavaScript programs run text as code or start other programs. */
const EVALUATES =
  /(?<!\.)\b(?:exec|eval|Function|__import__)\s*\(|\bexec_module\b|\bimport_module\b|\bpickle\.loads?\b|\brun_path\b|\brunIn\w+Context\b|\bexecSync\b/;
const STARTS = /\b(?:os\.system|popen|subprocess|child_process)\b/;

/** Whether a program could do harm and must be parsed. `isForeign`: some program of the skill names an address outside its purpose. */
function reaches(text: string, language: Language, isForeign: boolean): boolean {
  if (ALONE.test(text)) return true;
  const isShell = language === "shell";
  const isRun = (isShell ? RUN : EVALUATES).test(text) || (!isShell && STARTS.test(text));
  if (isRun && HIDDEN.test(text)) return true;
  if (!NET.test(text)) return false;
  if (isRun && (isForeign || (!isShell && EVALUATES.test(text)))) return true;
  return STORE.test(text) || ((isForeign || BARE.test(text)) && SOURCE.test(text));
}

/** An unparsed program and its position. */
interface Code {
  readonly text: string;
  readonly language: Language;
  readonly file: string;
  readonly offset: number;
  /** Whether it is a command inside a sentence. Such commands are always parsed. */
  readonly isInline: boolean;
}

/** A harmful action and its file. */
interface Found {
  readonly file: string;
  readonly act: HarmfulAct;
}

/** Reads all programs of a skill together and judges what they do. */
export function scanPrograms(texts: readonly ScannedText[], purpose: Purpose): Found[] {
  const codes = texts.flatMap(codesIn);
  const reachesNet = codes.some(({ text }) => NET.test(text));
  const isForeign = codes.some(({ text }) =>
    addressesIn(text).some((address) => !isExpected(address, purpose) || !isVouched(address, purpose)),
  );
  const parsed = codes.filter(
    ({ text, language, isInline }) =>
      isInline ||
      reaches(text, language, isForeign) ||
      (language === "shell" && reachesNet && (RUN.test(text) || NET.test(text) || SOURCE.test(text))),
  );
  const read = parsed.map(readProgram);
  const programs = [...read, ...read.flatMap(innerPrograms)];
  const found: Found[] = [];
  const counts = new Map<string, number>();
  for (const followed of follow(programs)) {
    const { program } = followed;
    if (program.isBroken) {
      const message = "contains code that the scan cannot read";
      found.push({
        file: program.file,
        act: { signal: "unreadable-code", severity: "notice", message, offset: program.offset },
      });
    }
    const habits = habitsOf(program);
    for (const use of program.uses.slice(0, MAX_STEPS)) {
      for (const act of judgeUse(use, followed, { purpose, habits })) {
        const kind = `${program.file} ${act.signal} ${act.severity}`;
        const seen = counts.get(kind) ?? 0;
        counts.set(kind, seen + 1);
        if (seen < MAX_OF_A_KIND) found.push({ file: program.file, act });
      }
    }
  }
  return found.map(({ file, act }) => {
    const isOften =
      act.host !== undefined && found.filter((other) => other.act.host === act.host).length > OFTEN;
    return { file, act: isOften ? { ...act, severity: "danger" } : act };
  });
}

function codesIn({ file, text, isCode }: ScannedText): Code[] {
  if (isCode) {
    const language = languageOf(file, text);
    return language === undefined ? [] : [{ text, language, file, offset: 0, isInline: false }];
  }
  const codes: Code[] = [];
  for (const { text: code, offset } of fencedCode(text)) {
    const language = fenceLanguage(text, offset, code);
    if (language !== undefined) codes.push({ text: code, language, file, offset, isInline: false });
  }
  for (const match of text.matchAll(COMMAND)) {
    codes.push({ text: match[1] ?? "", language: "shell", file, offset: match.index + 1, isInline: true });
  }
  return codes.slice(0, MAX_PROGRAMS);
}

/** Programs that are passed to an interpreter as an argument: `python3 -c "…"`. They get the position of the command. */
function innerPrograms({ language, file, offset, uses }: Program): Program[] {
  if (language !== "shell") return [];
  return uses.flatMap(({ name, words = [], at }) => {
    const flag = words.findIndex((word) => /^-[ce]$/.test(word));
    const code = flag > 0 ? (words[flag + 1] ?? "") : "";
    const inner = /^python[\d.]*$/.test(name) ? "python" : name === "node" ? "javascript" : undefined;
    if (inner === undefined || code.length < 12 || !reaches(code, inner, true)) return [];
    return [{ ...readTree(code, inner, file, offset + at), isBroken: false }];
  });
}

function readProgram({ text, language, file, offset }: Code): Program {
  return language === "shell" ? readShell(text, file, offset) : readTree(text, language, file, offset);
}

function languageOf(file: string, text: string): Language | undefined {
  if (/\.(?:sh|bash|zsh|command)$/i.test(file)) return "shell";
  if (/\.pyw?$/i.test(file)) return "python";
  if (/\.(?:[cm]?[jt]sx?)$/i.test(file)) return "javascript";
  const first = /^#!.*\b(bash|sh|zsh|python[\d.]*|node|deno|bun)\b/.exec(text.slice(0, 120))?.[1];
  if (first === undefined) return undefined;
  return first.startsWith("py") ? "python" : /sh$/.test(first) ? "shell" : "javascript";
}

function fenceLanguage(text: string, offset: number, code: string): Language | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 2) + 1, offset);
  const label = /[`~]{3,}\s*\{?\.?([\w+-]*)/.exec(line)?.[1]?.toLowerCase() ?? "";
  if (/^(?:bash|sh|shell|zsh|console|terminal|shell-session)$/.test(label)) return "shell";
  if (/^(?:py|python|python3)$/.test(label)) return "python";
  if (/^(?:js|javascript|ts|typescript|jsx|tsx|mjs|node)$/.test(label)) return "javascript";
  if (label !== "" && label !== "text") return undefined;
  if (/^\s*(?:import \w|from \w+ import|def \w+\()/m.test(code)) return "python";
  if (/\b(?:const|let|var)\s+\w+\s*=|require\(/.test(code)) return "javascript";
  return /^\s*\$?\s*(?:curl|wget|bash|sh|rm|chmod|cat|echo|export|sudo)\b/m.test(code) ? "shell" : undefined;
}
