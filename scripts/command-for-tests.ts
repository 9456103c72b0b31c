// Makes the command and the library as the package has them, in .vitest/command. The tests of the gate start the command more than
// a thousand times, and a bundle starts in half the time that the sources take.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildConsole } from "./build-console.ts";
import { bundleCommand } from "./bundle-command.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, ".vitest/command");

rmSync(target, { recursive: true, force: true });
const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const name of ["package.json", ...files.filter((name: string) => name !== "dist")])
  cpSync(join(root, name), join(target, name), { recursive: true });
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", join(target, "dist")], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
await bundleCommand(join(target, "dist/cli"));
buildConsole(join(target, "dist/console"));
