import { fencedCode } from "../passages.ts";
import type { Signal } from "../signal.ts";

/** Places from which programs start automatically, long after the skill ran. */
const STARTING_PLACES =
  />>\s*["']?(?:~|\$HOME|\/home\/\w+)?\/?\.(?:bashrc|zshrc|profile|bash_profile|zprofile)|\|\s*crontab\s+-|\/etc\/cron\.|LaunchAgents\/|\.config\/systemd\/user\/|\.git\/hooks\/|\.ssh\/authorized_keys|CurrentVersion\\Run\b|\bschtasks\b[^\n]{0,40}\/create/i;
/** Files that the agent itself obeys. A line there has effect even after the skill is removed. */
const OBEYED = />>?\s*["']?\S{0,80}(?:SOUL|MEMORY|AGENTS|CLAUDE|GEMINI|HEARTBEAT)\.md\b/;
const FETCHES = /\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n]{0,200}(?:https?:\/\/|\$)/i;
const KEY = /\bssh-(?:rsa|ed25519)\s+AAAA/;

/** Lines that make a foreign program start automatically, in places that people rarely check. */
export const persistence: Signal = {
  name: "persistence",
  hint: ".bashrc|.zshrc|profile|crontab|cron.|launchagents|systemd|.git/hooks|authorized_keys|currentversion|schtasks|soul.md|memory.md|agents.md|claude.md|gemini.md|heartbeat.md",
  *find({ text, isCode }) {
    for (const { text: program, offset } of isCode ? [{ text, offset: 0 }] : fencedCode(text)) {
      for (const line of program.matchAll(/[^\n]{1,2000}/g)) {
        const at = offset + line.index;
        if (STARTING_PLACES.test(line[0]) && (FETCHES.test(line[0]) || KEY.test(line[0]))) {
          yield {
            severity: "danger",
            message: "makes something from outside start again automatically",
            offset: at,
          };
        } else if (OBEYED.test(line[0]) && FETCHES.test(line[0])) {
          yield {
            severity: "danger",
            message: "puts orders from outside where the agent obeys them",
            offset: at,
          };
        }
      }
    }
  },
};

const REMOTE_SHELLS = [
  /\b(?:bash|sh|zsh)\s+-i\s*[>&|]+\s*\/dev\/tcp\/[^\s/]+\/\d+/gi,
  /\/dev\/tcp\/(?:\d{1,3}\.){3}\d{1,3}\/\d+/gi,
  /\bnc(?:at)?\b[^\n|;]{0,60}\s-(?:e|c)\s*["']?\/?(?:bin\/)?(?:ba|z)?sh\b/gi,
  /\bmkfifo\b[^\n]{0,120}\|\s*(?:\/bin\/)?(?:ba)?sh\b[^\n]{0,80}\|\s*nc\b/gi,
  /\bmkfifo\b[^\n]{0,80}\n?[^\n]{0,20}\bnc(?:at)?\b[^\n]{0,120}\|\s*(?:\/bin\/)?(?:ba|z)?sh\b/gi,
  /\bncat\b[^\n|;]{0,60}--(?:exec|sh-exec)\b[^\n]{0,60}sh\b/gi,
  /\bexec\s+\d<>\s*\/dev\/tcp\/[^\n]{0,120}(?:eval|bash|sh)\b/gi,
  /socket\.socket\([\s\S]{0,300}?dup2\([\s\S]{0,300}?(?:\/bin\/(?:ba)?sh|pty\.spawn)/gi,
  /new\s+(?:net\.)?Socket\(\)[\s\S]{0,300}?spawn\(\s*["'](?:\/bin\/)?(?:ba)?sh/gi,
  /spawn\(\s*["'](?:\/bin\/)?(?:ba)?sh\b[\s\S]{0,300}?new\s+(?:net\.)?Socket\(\)[\s\S]{0,300}?\.pipe\([^)\n]{0,40}stdin/gi,
  /\bsocat\b[^\n]{0,120}\bEXEC:\s*["']?(?:\/bin\/)?(?:ba|z)?sh\b[^\n]{0,80}/gi,
  /\b(?:IO::)?Socket\b[^\n]{0,300}connect\b[^\n]{0,300}exec\s*[({]?\s*["']\/bin\/(?:ba)?sh/gi,
  /\bfsockopen\([^\n]{0,120}\)[\s\S]{0,120}?\/bin\/(?:ba)?sh/gi,
  /\bTCPClient\([^\n]{0,200}GetStream\(\)[\s\S]{0,600}?(?:iex|Invoke-Expression)\b/gi,
];

const PUBLIC_NUMBER = /\b(?!10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)(?:\d{1,3}\.){3}\d{1,3}\b/;

/** A shell that a remote machine controls. */
export const remoteShell: Signal = {
  name: "remote-shell",
  hint: "/dev/tcp| nc |\nnc |\tnc |`nc |(nc |;nc |&nc |'nc |\"nc |/nc |mkfifo|ncat|dup2|spawn|socat|fsockopen|tcpclient|exec",
  *find({ text, isCode }) {
    for (const shape of REMOTE_SHELLS) {
      for (const match of text.matchAll(shape)) {
        const isOnPurpose = isCode || PUBLIC_NUMBER.test(match[0]) || /\$\{?\w/.test(match[0]);
        const severity = isOnPurpose ? "danger" : "warning";
        yield { severity, message: "opens a shell to another machine", offset: match.index };
      }
    }
  },
};

const DESTRUCTIVE: readonly (readonly [RegExp, string])[] = [
  [
    /\brm\s+(?:-\w+\s+|--[\w-]+\s+){1,4}["']?(?:\/|~\/?|\$\{?HOME\}?\/?)(?:\*)?["']?(?:\s*(?:$|[;&|#]|--no-preserve-root))/gim,
    "deletes all files of the person",
  ],
  [/\bdd\b[^\n]{0,80}\bof=\/dev\/(?:sd|nvme|vd|disk|hd)\w*/gi, "overwrites a disk"],
  [/\bmkfs(?:\.\w+)?\s[^\n]{0,60}\/dev\/(?:sd|nvme|vd|hd)\w*/gi, "formats a disk"],
  [/:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/g, "starts processes without end"],
  [
    /\bxmrig\b[^\n]{0,200}(?:-o|--url|--pool)\b|\bstratum\+(?:tcp|ssl):\/\/[^\n]{0,200}/gi,
    "lets the machine work for somebody's coins",
  ],
];

/** Commands that destroy the user's data. Guides warn about them; in a script they are meant. */
export const destruction: Signal = {
  name: "destruction",
  hint: "rm -|of=/dev|mkfs|:(|:() |xmrig|stratum",
  *find({ text, isCode }) {
    for (const { text: program, offset } of isCode ? [{ text, offset: 0 }] : fencedCode(text)) {
      for (const [shape, message] of DESTRUCTIVE) {
        for (const match of program.matchAll(shape)) {
          yield { severity: isCode ? "danger" : "warning", message, offset: offset + match.index };
        }
      }
    }
  },
};

const PASSWORD_PROMPTS: readonly (readonly [RegExp, string])[] = [
  [
    /\bosascript\b[\s\S]{0,200}?\bdisplay\s+dialog\b[\s\S]{0,300}?\bhidden\s+answer\b/gi,
    "shows a dialog that asks for a password",
  ],
  [/\bdscl\b[^\n]{0,40}-authonly\b/gi, "tries out a password of the user"],
  [
    /\bsecurity\s+(?:dump-keychain|find-(?:generic|internet)-password\b[^\n]{0,120}\s-(?:w|g)\b[^\n]{0,80}\|\s*(?:curl|nc|base64))/gi,
    "reads the keychain",
  ],
  [
    /\bGet-Credential\b[^\n]{0,200}\b(?:GetNetworkCredential|Invoke-(?:WebRequest|RestMethod))/gi,
    "asks for a password and takes it",
  ],
];

/** A request for a password by something other than the system it belongs to. */
export const stolenPassword: Signal = {
  name: "stolen-password",
  hint: "osascript|dscl|dump-keychain|generic-password|internet-password|get-credential",
  *find({ text }) {
    for (const [shape, message] of PASSWORD_PROMPTS) {
      for (const match of text.matchAll(shape)) yield { severity: "danger", message, offset: match.index };
    }
  },
};
