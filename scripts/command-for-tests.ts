// Makes the command as the package has it, in .vitest/command. The tests of the gate start it more than a thousand times, and a
// bundle starts in half the time that the sources take.
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
await bundleCommand(join(target, "dist/cli"));
buildConsole(join(target, "dist/console"));
