// Fetches MCP servers from npm without their install scripts, tries each as `dejima try` does, and prints its alarms.
// Needs the registry; not part of the gate. `node scripts/find-alarms.ts [--in FOLDER] NAME…`. FOLDER keeps the fetched packages
// and the reports. The age and publisher of a package are not judged here.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findPackageProgram } from "../src/sources/mcp/package/package-program.ts";
import { openTrials } from "../test/find/a-trial.ts";

/** Variables that the README of a server shows in the settings of a client. */
function variablesIn(readme: string): { name: string; isSecret: boolean }[] {
  const blocks = Array.from(readme.matchAll(/"env"\s*:\s*\{([^}]*)\}/g), ([, block = ""]) => block);
  const names = blocks.flatMap((block) =>
    Array.from(block.matchAll(/"([A-Z][A-Z0-9_]+)"\s*:/g), ([, name = ""]) => name),
  );
  return [...new Set(names)].map((name) => ({ name, isSecret: /KEY|TOKEN|SECRET|PASSWORD|PAT$/.test(name) }));
}

/** Fetches a package into its folder, unless an earlier run did. */
async function fetched(name: string, folder: string): Promise<boolean> {
  const done = join(folder, "fetched");
  if (existsSync(done)) return true;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), "{}");
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", name];
  if (spawnSync("npm", args, { cwd: folder, stdio: "ignore" }).status !== 0) return false;
  await writeFile(done, "");
  return true;
}

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { in: { type: "string" } },
});
const kept = values.in === undefined ? undefined : resolve(values.in);
const root = kept ?? (await mkdtemp(join(tmpdir(), "dejima-alarms-")));
let alarms = 0;
let tried = 0;
const trials = await openTrials();
const waiting = [...names];

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const folder = join(await realpath(root), name.replaceAll("/", "+"));
    if (!(await fetched(name, folder))) {
      console.log(`${name}: cannot be fetched`);
      continue;
    }
    const own = join(folder, "node_modules", name);
    const manifest = JSON.parse(await readFile(join(own, "package.json"), "utf8")) as {
      readonly version: string;
      readonly description?: string;
      readonly mcpName?: string;
    };
    const readme = join(own, "README.md");
    const program = await findPackageProgram(folder, name).then(
      (argv) => argv.at(-1),
      () => undefined,
    );
    if (program === undefined) {
      console.log(`${name}: has no program to start`);
      continue;
    }
    const [done] = await trials.all([
      {
        name,
        description: manifest.description ?? "",
        files: {},
        manifest: { ...manifest },
        entry: manifest.mcpName ?? `io.github.someone/${name}`,
        variables: existsSync(readme) ? variablesIn(await readFile(readme, "utf8")) : [],
        installed: { folder, program, version: manifest.version },
      },
    ]);
    const { grade = "", lines = [], definitions } = done?.record ?? {};
    tried += 1;
    if (grade !== "nothing found") alarms += 1;
    const found = lines.filter(({ severity }) => severity === "danger" || severity === "warning");
    console.log(
      [
        `${name} ${manifest.version}: ${grade}, ${definitions?.tools.length ?? "no"} tools`,
        ...found.map(({ severity, text, source }) => `  ${severity}: ${text} [${source}]`),
      ].join("\n"),
    );
    if (kept !== undefined) await writeFile(join(folder, "report.json"), JSON.stringify(done, null, 1));
    else await rm(folder, { recursive: true, force: true });
  }
}

// Two at once: most of a trial is waiting.
await Promise.all([work(), work()]);
await trials[Symbol.asyncDispose]();
if (kept === undefined) await rm(root, { recursive: true, force: true });
console.log(`${alarms} of ${tried} with an alarm`);
