import { DejimaError } from "../../../contract/error.ts";

/** A server that comes as a package: what to fetch, which program to start, and its arguments. */
export interface ServerPackage {
  readonly kind: "npm" | "python";
  /**
   * The packages as the command spells them. The first one contains the program, unless `program` is in another.
   */
  readonly specs: readonly string[];
  /** The program to start. Default: that of the first package. */
  readonly program?: string;
  readonly args: readonly string[];
  /** Whether the packages' install scripts run when they are fetched. Default: no. */
  readonly installScripts?: boolean;
  /** The required hash of the first package. Default: the registry's hash at the first fetch. */
  readonly integrity?: string;
}

/** Options of one launcher: those without a value, and those that name a package to install. */
interface Launcher {
  readonly kind: ServerPackage["kind"];
  /** The words of the launcher, before its options. */
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly packages: readonly string[];
  /** Options that name additional packages. */
  readonly additional?: readonly string[];
}

const NPX_FLAGS = ["-y", "--yes", "-q", "--quiet", "-s", "--silent", "--prefer-offline", "--prefer-online"];

const LAUNCHERS: readonly Launcher[] = [
  { kind: "npm", words: ["npx"], flags: NPX_FLAGS, packages: ["-p", "--package"] },
  { kind: "npm", words: ["npm", "exec"], flags: NPX_FLAGS, packages: ["-p", "--package"] },
  { kind: "npm", words: ["npm", "x"], flags: NPX_FLAGS, packages: ["-p", "--package"] },
  { kind: "npm", words: ["bunx"], flags: ["--bun", "--silent", "--verbose"], packages: ["-p", "--package"] },
  { kind: "npm", words: ["bun", "x"], flags: ["--bun", "--silent"], packages: ["-p", "--package"] },
  { kind: "npm", words: ["pnpm", "dlx"], flags: ["-s", "--silent"], packages: ["--package"] },
  { kind: "npm", words: ["pnpx"], flags: ["-s", "--silent"], packages: ["--package"] },
  { kind: "npm", words: ["yarn", "dlx"], flags: ["-q", "--quiet"], packages: ["-p", "--package"] },
  ...[["uvx"], ["uv", "tool", "run"]].map(
    (words): Launcher => ({
      kind: "python",
      words,
      flags: ["-q", "--quiet", "--no-progress", "--isolated", "-n", "--no-cache"],
      packages: ["--from"],
      additional: ["--with"],
    }),
  ),
  { kind: "python", words: ["pipx", "run"], flags: ["-q", "--quiet", "--no-cache"], packages: ["--spec"] },
];

const NPM_SPEC = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?:@[\w.^~<>=|*+ -]+)?$/i;

const PYTHON_SPEC =
  /^[a-z0-9](?:[\w.-]*[a-z0-9])?(?:\[[\w,. -]+\])?(?:(?:==|>=|<=|~=|!=|<|>)[\w.*+!,<>=~ -]+|@[\w.+!-]+)?$/i;

/** The shells that READMEs start a launcher with: `cmd /c npx …`, `bash -lc "npx …"`. */
const SHELLS = /^(?:cmd(?:\.exe)?|(?:\/\S*\/)?(?:sh|bash|zsh))$/i;

/** A script of plain words, which mean the same without a shell. */
const PLAIN_SCRIPT = /^\s*(?:exec\s+)?[\w@./:=^~+,-]+(?: +[\w@./:=^~+,-]+)*\s*$/;

/** A launcher by its whole path, or with the ending that it has on Windows. */
const PLACED =
  /^(?:(?:\/|[a-z]:[\\/]).*[\\/])?(npx|npm|bunx|bun|pnpm|pnpx|yarn|uvx|uv|pipx)(?:\.(?:cmd|exe|ps1))?$/i;

/**
 * A command without what wraps its launcher: a shell, a path, an ending of Windows. Any other command is
 * returned unchanged.
 */
function unwrapCommand(argv: readonly string[]): readonly string[] {
  const [program = "", flag = "", ...rest] = argv;
  if (SHELLS.test(program) && /^(?:\/[cC]|-l?c)$/.test(flag)) {
    const [script = ""] = rest;
    const isScript = rest.length === 1 && PLAIN_SCRIPT.test(script);
    const words = isScript ? script.trim().split(/ +/) : flag.startsWith("/") ? rest : [];
    const inner = unwrapCommand(words[0] === "exec" ? words.slice(1) : words);
    return launcherOf(inner) === undefined ? argv : inner;
  }
  const [, name] = PLACED.exec(program) ?? [];
  return name === undefined ? argv : [name.toLowerCase(), ...argv.slice(1)];
}

const launcherOf = (argv: readonly string[]) =>
  LAUNCHERS.find(({ words }) => words.every((word, index) => argv[index] === word));

/**
 * Parses a command that starts a package: `npx -y PKG ARGS`, `bunx PKG`, `uvx --from PKG PROGRAM`. Returns
 * `undefined` for any other command. Throws if it has an unsupported option or package.
 */
export function readPackageCommand(given: readonly string[]): ServerPackage | undefined {
  const argv = unwrapCommand(given);
  const launcher = launcherOf(argv);
  if (launcher === undefined) {
    refuseHidden(argv);
    return undefined;
  }
  const named: string[] = [];
  const additional: string[] = [];
  let at = launcher.words.length;
  for (; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") {
      at++;
      break;
    }
    if (!word.startsWith("-")) break;
    const [option = "", joined] = splitOnce(word);
    const names = launcher.packages.includes(option)
      ? named
      : launcher.additional?.includes(option) && additional;
    if (names) {
      if (joined === undefined) at++;
      names.push(joined ?? argv[at] ?? "");
    } else if (!launcher.flags.includes(word)) throw notUnderstood(argv, `the option ${word}`);
  }
  const [first, ...args] = argv.slice(at);
  if (first === undefined && named.length === 0) throw notUnderstood(argv, "a command without a package");
  if (named.length === 0 && /^[./~]/.test(first ?? "")) return undefined; // a program of this machine
  const specs = [...(named.length === 0 ? [first ?? ""] : named), ...additional];
  const shape = launcher.kind === "npm" ? NPM_SPEC : PYTHON_SPEC;
  for (const spec of specs)
    if (!shape.test(spec)) throw notUnderstood(argv, `"${spec}", which is not a package of a registry,`);
  return {
    kind: launcher.kind,
    specs,
    ...(named.length === 0 || first === undefined ? {} : { program: first }),
    args,
  };
}

/** Refuses a launcher that a shell or `env` starts: contained, it could fetch nothing and would never answer. */
function refuseHidden(argv: readonly string[]): void {
  const [program = ""] = argv;
  const isWrapper = SHELLS.test(program) || /^(?:\/usr\/bin\/)?env$/.test(program);
  const [, name] = /(?:^|[\s;&|])(npx|bunx|pnpx|uvx|pipx)(?:\s|$)/.exec(argv.slice(1).join(" ")) ?? [];
  if (!isWrapper || name === undefined) return;
  throw new DejimaError(
    "invalid_input",
    `Cannot read "${argv.join(" ")}": "${program}" around ${name} is not supported. Begin with ${name}, and pass variables with --env NAME=VALUE, or add --trusted to run the command as it is, outside the sandbox`,
  );
}

/** The command with exact versions. */
export function pinCommand(given: readonly string[], exact: ReadonlyMap<string, string>): string[] {
  const pending = new Map(exact);
  return unwrapCommand(given).map((word) => {
    const [option = "", joined] = word.startsWith("-") ? splitOnce(word) : [];
    const spec = joined ?? word;
    const version = pending.get(spec);
    if (version === undefined) return word;
    pending.delete(spec); // an argument of the server may look the same
    return joined === undefined ? version : `${option}=${version}`;
  });
}

function splitOnce(word: string): [option: string, value?: string] {
  const at = word.indexOf("=");
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function notUnderstood(argv: readonly string[], what: string): DejimaError {
  return new DejimaError(
    "invalid_input",
    `Cannot read "${argv.join(" ")}": ${what} is not supported. Pass only the package and its arguments, or add --trusted to run the command as it is, outside the sandbox`,
  );
}
