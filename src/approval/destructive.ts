import type { Effect } from "../contract/effect.ts";
import { RAISE_TOOL } from "../contract/figures/spend.ts";
import { selfStarting } from "../contract/self-starting/self-starting.ts";
import type { Tool } from "../contract/tool.ts";
import { isSensitiveFile } from "../policy/defaults.ts";

/** Programs whose effects cannot be undone, or that send their arguments to others. */
const DESTRUCTIVE_PROGRAMS = new Set(
  (
    "rm rmdir unlink shred dd mkfs fdisk parted truncate kill pkill killall shutdown reboot halt poweroff chown chmod " +
    "iptables mount umount crontab at systemctl sudo su doas ssh curl wget scp rsync sftp ftp nc ncat socat telnet mail sendmail " +
    "aws gcloud az kubectl helm terraform docker podman gh glab dig nslookup host"
  ).split(" "),
);
const DESTRUCTIVE_WORDS = new Set(
  "push publish reset clean rm remove delete destroy prune drop purge uninstall deploy release --force -f --hard --delete -delete -exec -execdir -ok".split(
    " ",
  ),
);

/** These tools spend money through third parties or accept foreign programs, so approving one call never covers the next. */
const ASKED_EACH_TIME: ReadonlySet<string> = new Set([RAISE_TOOL, "install_capability", "accept_skill"]);

/**
 * Whether a call must be asked about each time, whatever was approved before: it deletes, changes a database, spends, sends
 * messages, sends data, reads secrets, or is opaque.
 */
export function isDestructive({ tool, effects }: { tool: Tool; effects: readonly Effect[] }): boolean {
  if (tool.flow.sends === "input" || (isUnscoped(effects) && tool.risk === "high")) return true;
  return ASKED_EACH_TIME.has(tool.name) || effects.some(isDestructiveEffect);
}

function isDestructiveEffect(effect: Effect): boolean {
  if (effect.opaque === true) return true;
  switch (effect.kind) {
    case "file.delete":
    case "db.insert":
    case "db.update":
    case "db.delete":
    case "db.schema":
    case "db.call":
    case "money.spend":
    case "message.send":
      return true;
    case "file.write":
      return selfStarting(effect.target) !== undefined;
    case "file.read":
      return isSensitiveFile(effect.target);
    case "command.run": {
      const [program = "", ...words] = effect.target.split(" ");
      const name = program.split("/").at(-1) ?? program;
      return DESTRUCTIVE_PROGRAMS.has(name) || words.some((word) => DESTRUCTIVE_WORDS.has(word));
    }
    default:
      return false;
  }
}

/** The effects that a grant covers. Reaching a server that the user added does not describe a call: there the input counts. */
export function grantEffects(effects: readonly Effect[]): readonly Effect[] {
  return effects.filter(({ server, mounted }) => server === undefined && mounted !== true);
}

/** Whether no effect limits what a call can do. */
function isUnscoped(effects: readonly Effect[]): boolean {
  return grantEffects(effects).length === 0;
}
