import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { FETCHERS, SHELL_MARK } from "./trial-answers.ts";
import { pythonWitnessText } from "./trial-python.ts";
import { trialWitnessText } from "./trial-witness.ts";

/**
 * Runs a script and prints each command on stderr before it runs. The script sees its own name and arguments.
 */
const SHELL = `exec 9>&2; PS4='${SHELL_MARK}'; PATH=$1:$PATH; dejima_script=$2; shift 2; set -x; . "$dejima_script"`;

/**
 * Puts the witnesses of a trial into a folder that the program on trial can read. Returns a function that
 * turns a command of Node, Python or a shell into a watched one. Any other program is observed through the
 * proxy and the changes it leaves behind.
 */
export async function plantWitness(
  folder: string,
  aheadMs: number,
): Promise<(argv: readonly string[]) => readonly string[]> {
  const [node, python] = [join(folder, "witness.cjs"), join(folder, "witness.py")];
  await writeFile(node, trialWitnessText(aheadMs));
  await writeFile(python, pythonWitnessText(aheadMs));
  const fetchers = join(folder, "bin");
  await mkdir(fetchers);
  for (const [name, text] of Object.entries(FETCHERS))
    await writeFile(join(fetchers, name), text, { mode: 0o755 });
  return ([program = "", ...args]) => {
    const name = basename(program);
    if (name === "node") return [program, "--require", node, ...args];
    if (/^python[\d.]*$/.test(name)) return [program, ...watchedPython(args, python)];
    if (/^(?:sh|bash|dash)$/.test(name)) return [program, ...watchedShell(args, fetchers)];
    return [program, ...args];
  };
}

function watchedPython(args: readonly string[], witness: string): readonly string[] {
  const at = args.findIndex((arg) => arg === "-c" || !arg.startsWith("-"));
  if (at === -1) return args;
  const [flags, [first = "", ...rest]] = [args.slice(0, at), args.slice(at)];
  if (first !== "-c") return [...flags, witness, first, ...rest];
  const [code = "", ...more] = rest;
  return [...flags, "-c", `exec(open(${JSON.stringify(witness)}).read())\n${code}`, ...more];
}

function watchedShell(args: readonly string[], fetchers: string): readonly string[] {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  const [flags, [script = "", ...rest]] = [args.slice(0, at), args.slice(at)];
  return at === -1 ? args : [...flags, "-c", SHELL, script, fetchers, script, ...rest];
}
