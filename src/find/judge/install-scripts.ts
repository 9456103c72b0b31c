import { powersOf } from "../../scan/program/powers.ts";
import { scanTexts } from "../../scan/scan-text.ts";
import type { ScannedText } from "../../scan/signal.ts";
import { scanIsolated } from "./scan-isolated.ts";

/** The context of a script: the code of its package, and the packages that its manifest names. */
interface ScriptWorld {
  readonly programs: readonly ScannedText[];
  readonly manifest: {
    readonly dependencies?: Readonly<Record<string, unknown>> | undefined;
    readonly scripts?: Readonly<Record<string, unknown>> | undefined;
    readonly optionalDependencies?: Readonly<Record<string, unknown>> | undefined;
  };
}

/** Commands that build or select compiled code, or set up the work on the package. Honest packages run them. */
const BUILDS =
  /^(?:node-gyp(?:-build)?(?: rebuild)?|prebuild-install(?: \|\| node-gyp rebuild)?|husky(?: install)?|patch-package|tsc(?: -p [\w./-]+)?|prisma generate|(?:npx )?playwright install(?: [\w-]+)*|(?:npx )?puppeteer browsers install(?: [\w-]+)*|npx only-allow \w+|(?:chmod \+x|chmod 755) [\w./-]+|echo(?: (?:[\w.,:!@/-]+|"[^"$`\\]*"|'[^'\\]*'))+)$/;
/** A command that people run, and pipelines do not. */
const OUTSIDE_OF_CI = /^if \[ "\$CI" != "true" \]; then ([^;]+); fi$/;
/** What follows a command that may fail. */
const MAY_FAIL = /\s{0,9}\|\|\s{0,9}(?:true|exit 0|:|echo [\w "'.,-]{0,80})$/;
const INSTALLS = /^(?:npm|pnpm|yarn) (?:install|i|add)((?: [@\w./-]+)+)$/;
const RUNS_SCRIPT = /^(?:npm|pnpm|yarn) run ([\w:-]+)$/;
const EVALUATES = /^node (?:-e|--eval) (["'])([\s\S]+)\1$/;
const RUNS_FILE = /^node (?:\.\/)?([\w./-]+)$/;
/** Modules of Node that reach only files. */
const MODULE =
  /(?:\bfrom\s{0,9}|\brequire\s{0,9}\(\s{0,9}|\bimport\s{0,9}\(?\s{0,9})["'`](?:node:)?([^"'`\n]{1,80})["'`]/g;
const HARMLESS = /^(?:fs|fs\/promises|path|url|os|process|util|module)$/;
/** Code with computed module names or property names. */
const UNREADABLE =
  /\brequire\s{0,9}\(\s{0,9}[^"'`\s]|\bimport\s{0,9}\(\s{0,9}[^"'`\s]|getBuiltinModule|process\s{0,9}\.\s{0,9}(?:env|binding|mainModule)|globalThis|\\[xu]|homedir/;

/**
 * Whether an install script only changes files of its package, or installs packages that the manifest names anyway. It is
 * not run here; this says whether it needs a warning.
 */
export function isPlainScript(line: string, { programs, manifest }: ScriptWorld): boolean {
  const command = line.trim().replace(OUTSIDE_OF_CI, "$1").replace(MAY_FAIL, "");
  if (BUILDS.test(command)) return true;
  const [, installed] = INSTALLS.exec(command) ?? [];
  if (installed !== undefined) {
    const known = { ...manifest.optionalDependencies, ...manifest.dependencies };
    return installed
      .trim()
      .split(" ")
      .every((name) => Object.hasOwn(known, name));
  }
  const [, name] = RUNS_SCRIPT.exec(command) ?? [];
  if (name !== undefined && Object.hasOwn(manifest.scripts ?? {}, name))
    return isPlainScript(String(manifest.scripts?.[name]), {
      programs,
      manifest: { ...manifest, scripts: {} },
    });
  const [, , text] = EVALUATES.exec(command) ?? [];
  if (text !== undefined)
    return isPlainCode({ file: "script.js", text: text.replaceAll('\\"', '"'), isCode: true });
  const [, path] = RUNS_FILE.exec(command) ?? [];
  const program = programs.find(({ file }) => file === path || file === `${path}.js`);
  return program !== undefined && isPlainCode(program);
}

function isPlainCode(program: ScannedText): boolean {
  const modules = [...program.text.matchAll(MODULE)].map(([, name = ""]) => name);
  const [powers, findings] = [
    scanIsolated([program], powersOf),
    scanIsolated([program], (each) => scanTexts(each)),
  ];
  return (
    modules.every((name) => HARMLESS.test(name)) &&
    !UNREADABLE.test(program.text) &&
    [powers, findings].every(({ unread }) => unread.length === 0) &&
    powers.found.every(({ kind }) => kind === "deletion") &&
    findings.found.every(({ severity }) => severity === "notice")
  );
}
