import { fencedCode } from "../fenced-code.ts";
import type { Signal } from "../finding.ts";

/** Where a line makes something start again, long after the skill. */
const STARTING_PLACES =
  />>\s*["']?(?:~|\$HOME|\/home\/\w+)?\/?\.(?:bashrc|zshrc|profile|bash_profile|zprofile)|\|\s*crontab\s+-|\/etc\/cron\.|LaunchAgents\/|\.config\/systemd\/user\/|\.git\/hooks\/|\.ssh\/authorized_keys|CurrentVersion\\Run\b|\bschtasks\b[^\n]{0,40}\/create/i;
/** What the reader itself obeys: a line there outlives the skill and its removal. */
const OBEYED = />>?\s*["']?\S{0,80}(?:SOUL|MEMORY|AGENTS|CLAUDE|GEMINI|HEARTBEAT)\.md\b/;
const FETCHES = /\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n]{0,200}(?:https?:\/\/|\$)/i;
const KEY = /\bssh-(?:rsa|ed25519)\s+AAAA/;

/** Lines that make something from outside start again and again, in places that nobody looks at. */
export const persistence: Signal = {
  name: "persistence",
  hint: /\.bashrc|\.zshrc|profile|crontab|cron\.|launchagents|systemd|\.git\/hooks|authorized_keys|currentversion|schtasks|soul\.md|memory\.md|agents\.md|claude\.md|gemini\.md|heartbeat\.md/i,
  *find({ text, isCode }) {
    for (const { text: program, offset } of isCode ? [{ text, offset: 0 }] : fencedCode(text)) {
      for (const line of program.matchAll(/[^\n]{1,2000}/g)) {
        const at = offset + line.index;
        if (STARTING_PLACES.test(line[0]) && (FETCHES.test(line[0]) || KEY.test(line[0]))) {
          yield {
            severity: "danger",
            message: "lets something from outside start again by itself",
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
