// Fetches a package and installs what was tried, or undoes a call, and kills itself at the so-many-th change of a file or of the database.
// Usage: node install-and-die.ts WORKSPACE HOME "install TRIAL CALL" KILL_AT [ARGV...], or "undo CALL"; a skill was fetched with its trial;
// prints how many changes fetching and all of it took, if it lives.
// Where KILL_AT is a folder, it lives, and leaves there a copy of the workspace before each change: what a kill at that point would leave.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { StatementSync } from "node:sqlite";

const [workspace = "", home = "", task = "", killAt = "0", ...argv] = process.argv.slice(2);
let changes = 0;
let copying = false;

type Patched = Record<string, (...args: never[]) => unknown>;
function count(owner: object, name: string): void {
  const patched = owner as Patched;
  const plain = patched[name];
  if (plain === undefined) return;
  patched[name] = Object.assign(function (this: unknown, ...args: never[]): unknown {
    if (copying) return Reflect.apply(plain, this, args);
    changes += 1;
    if (changes === Number(killAt)) process.kill(process.pid, "SIGKILL");
    if (killAt.startsWith("/")) copyTo(join(killAt, String(changes)));
    return Reflect.apply(plain, this, args);
  }, plain);
}

function copyTo(folder: string): void {
  copying = true;
  const skipped = join(home, "model-cache");
  fs.cpSync(workspace, folder, { recursive: true, filter: (path) => path !== skipped });
  copying = false;
}

const { loadConfig } = await import("../../src/config/load-config.ts");
const { createRuntime } = await import("../../src/runtime.ts");
const variables = { PATH: process.env.PATH ?? "" };
const settings = await loadConfig({ cwd: workspace, configFile: "dejima.yaml", home, variables });
const runtime = createRuntime({ workspace, home, variables, settings });
const [deed, ...words] = task.split(" ");
const [callId = "", trial = ""] = words.toReversed();
if (deed === "install") await runtime.finder.trial(trial);
for (const name of ["rename", "writeFile", "mkdir", "rm", "unlink", "copyFile", "link", "symlink", "chmod"]) {
  count(fs.promises, name);
  count(fs, `${name}Sync`);
}
for (const name of ["writeSync", "openSync"]) count(fs, name);
count(fs.promises, "open");
count(StatementSync.prototype, "run");
syncBuiltinESMExports();
if (argv.length > 0) await runtime.mcp.fetchPackage(argv, {});
const fetched = changes;
if (deed === "install") await runtime.finder.install(trial, { callId });
else await runtime.finder.undo(callId);
process.stdout.write(JSON.stringify({ fetched, changes }));
await runtime.close();
