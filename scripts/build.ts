// Builds the published files: the library as modules with types (dist/), the command as a bundle that starts
// fast (dist/cli/), and the console as static files (dist/console/).
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildConsole } from "./build-console.ts";
import { bundleCommand } from "./bundle-command.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Empties a folder and builds everything there. Ends the process on a type error, unless `checkTypes` is off. */
export async function build(
  target: string,
  { checkTypes = true }: { readonly checkTypes?: boolean } = {},
): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const flags = checkTypes ? [] : ["--noCheck"];
  const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", target, ...flags], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  await bundleCommand(`${target}/cli`);
  buildConsole(`${target}/console`);
}

if (import.meta.main) await build(process.argv[2] ?? `${root}dist`);
