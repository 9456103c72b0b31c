// Fetches MCP servers from npm without their install scripts, tries each as `dejima try` does, and prints its alarms.
// Needs the registry; not part of the gate. `node scripts/find-alarms.ts NAME…`. The age and publisher of a package are not judged here.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../src/sources/mcp/package/find-program.ts";
import { openTrials } from "../test/find/a-trial.ts";

/** Variables that the README of a server shows in the settings of a client. */
function variablesIn(readme: string): { name: string; isSecret: boolean }[] {
  const blocks = Array.from(readme.matchAll(/"env"\s*:\s*\{([^}]*)\}/g), ([, block = ""]) => block);
  const names = blocks.flatMap((block) =>
    Array.from(block.matchAll(/"([A-Z][A-Z0-9_]+)"\s*:/g), ([, name = ""]) => name),
  );
  return [...new Set(names)].map((name) => ({ name, isSecret: /KEY|TOKEN|SECRET|PASSWORD|PAT$/.test(name) }));
}

const names = process.argv.slice(2);
let alarms = 0;
const trials = await openTrials();
for (const name of names) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-alarms-")));
  try {
    await writeFile(join(folder, "package.json"), "{}");
    const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", name];
    if (spawnSync("npm", args, { cwd: folder, stdio: "ignore" }).status !== 0) {
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
    const program = (await findProgram(folder, name)).at(-1) ?? "";
    const [tried] = await trials.all([
      {
        ...{ name, description: manifest.description ?? "", files: {}, manifest: { ...manifest } },
        entry: manifest.mcpName ?? `io.github.someone/${name}`,
        variables: existsSync(readme) ? variablesIn(await readFile(readme, "utf8")) : [],
        installed: { folder, program, version: manifest.version },
      },
    ]);
    const { grade = "", lines = [], definitions } = tried?.record ?? {};
    if (grade !== "nothing found") alarms += 1;
    console.log(`${name} ${manifest.version}: ${grade}, ${definitions?.tools.length ?? "no"} tools`);
    for (const { severity, text, source } of lines)
      if (severity === "danger" || severity === "warning") console.log(`  ${severity}: ${text} [${source}]`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
await trials[Symbol.asyncDispose]();
console.log(`${alarms} of ${names.length} with an alarm`);
