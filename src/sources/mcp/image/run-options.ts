import { defined } from "../../../support/defined.ts";

/** How one option of `docker run` is handled. */
interface RunOption {
  readonly takesValue: boolean;
  /**
   * `set`: parsed and used. `ours`: left out, because Dejima's own containment and limits apply. `refused`:
   * would give the server more.
   */
  readonly use: "set" | "ours" | "refused";
  /** Why it is refused. */
  readonly why?: string;
}

const flag = (use: RunOption["use"], why?: string): RunOption => ({
  takesValue: false,
  use,
  ...defined({ why }),
});
const valued = (use: RunOption["use"], why?: string): RunOption => ({ ...flag(use, why), takesValue: true });

const NETWORK = "a contained server reaches only the hosts that you grant: --host NAME";
const KERNEL = "takes down a wall between the server and this machine";
const DEVICE = "gives it hardware of this machine";

/** The options of `docker run` by their long name. */
const OPTIONS: Readonly<Record<string, RunOption>> = {
  env: valued("set"),
  volume: valued("set"),
  mount: valued("set"),
  workdir: valued("set"),
  entrypoint: valued("set"),
  network: valued("set"),
  user: valued("set"),
  "security-opt": valued("set"),
  interactive: flag("ours"),
  rm: flag("ours"),
  tty: flag("ours"),
  init: flag("ours"),
  quiet: flag("ours"),
  "read-only": flag("ours"),
  "no-healthcheck": flag("ours"),
  "sig-proxy": flag("ours"),
  ...Object.fromEntries(
    (
      "name pull platform label hostname log-driver log-opt cap-drop stop-timeout stop-signal memory memory-swap " +
      "memory-reservation cpus cpu-shares cpu-quota cpu-period pids-limit shm-size restart attach annotation cidfile detach-keys"
    )
      .split(" ")
      .map((name) => [name, valued("ours")]),
  ),
  privileged: flag("refused", "gives it every right on this machine"),
  detach: flag("refused", "a server that speaks over its input and output cannot run in the background"),
  "publish-all": flag("refused", "opens ports of this machine"),
  publish: valued("refused", "opens a port of this machine"),
  expose: valued("refused", "opens a port"),
  "cap-add": valued("refused", "gives it rights of the system's administrator"),
  device: valued("refused", DEVICE),
  "device-cgroup-rule": valued("refused", DEVICE),
  gpus: valued("refused", DEVICE),
  "volumes-from": valued("refused", "gives it the files of another container"),
  "env-file": valued("refused", "reads variables from a file; name each with -e NAME"),
  "add-host": valued("refused", NETWORK),
  dns: valued("refused", NETWORK),
  link: valued("refused", NETWORK),
  "network-alias": valued("refused", NETWORK),
  ip: valued("refused", NETWORK),
  "group-add": valued("refused", "gives it the rights of another group"),
  ...Object.fromEntries(
    "pid ipc uts userns cgroupns cgroup-parent sysctl runtime isolation security oom-score-adj storage-opt ulimit tmpfs"
      .split(" ")
      .map((name) => [name, valued("refused", KERNEL)]),
  ),
  ulimit: valued("refused", "the limits of the sandbox apply; set them under sandbox in the config"),
  tmpfs: valued("refused", "the server has /tmp and its own folder"),
  "oom-kill-disable": flag("refused", "lets it use up the memory of this machine"),
};

const SHORT: Readonly<Record<string, string>> = {
  e: "env",
  v: "volume",
  w: "workdir",
  u: "user",
  i: "interactive",
  t: "tty",
  q: "quiet",
  l: "label",
  h: "hostname",
  m: "memory",
  c: "cpu-shares",
  a: "attach",
  d: "detach",
  P: "publish-all",
  p: "publish",
};

/** One option as it was written. */
export interface WrittenOption {
  readonly name: string;
  readonly value: string;
  readonly option: RunOption;
  /** How many words it takes. */
  readonly words: number;
}

/**
 * Parses the option at the front of these words, such as `-e NAME`, `--env=NAME` or `-it`. `undefined` if it
 * is unknown.
 */
export function readRunOption([word = "", next = ""]: readonly string[]): WrittenOption[] | undefined {
  const long = /^--([a-z0-9-]+)(?:=(.*))?$/s.exec(word);
  if (long !== null) {
    const [, longName = "", joined] = long;
    const name = longName === "net" ? "network" : longName;
    const option = optionOf(name);
    if (option === undefined) return undefined;
    if (!option.takesValue)
      return [{ name, value: joined ?? "true", option, words: 1 }].filter(({ value }) => value !== "false");
    return [{ name, value: joined ?? next, option, words: joined === undefined ? 2 : 1 }];
  }
  return readShort(word.slice(1), next);
}

/** `-it` is two options, `-eNAME` one with its value. */
function readShort(letters: string, next: string): WrittenOption[] | undefined {
  const found: WrittenOption[] = [];
  for (let at = 0; at < letters.length; at++) {
    const name = Object.hasOwn(SHORT, letters[at] ?? "") ? SHORT[letters[at] ?? ""] : undefined;
    const option = name === undefined ? undefined : optionOf(name);
    if (name === undefined || option === undefined) return undefined;
    if (!option.takesValue) {
      found.push({ name, value: "true", option, words: 1 });
      continue;
    }
    const joined = letters.slice(at + 1).replace(/^=/, "");
    return [...found, { name, value: joined || next, option, words: joined === "" ? 2 : 1 }];
  }
  return found.length === 0 ? undefined : found;
}

const optionOf = (name: string): RunOption | undefined =>
  Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
