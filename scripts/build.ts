// Builds what is published: the library as modules with types (dist/), the command as a bundle that starts
// fast (dist/cli/), and the console as static files (dist/console/).
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildConsole } from "./build-console.ts";
import { bundleCommand } from "./bundle-command.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds all of it into a folder, anew; ends the process where the types are wrong. */
export async function build(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", target], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  await bundleCommand(`${target}/cli`);
  buildConsole(`${target}/console`);
}

if (import.meta.main) await build(process.argv[2] ?? `${root}dist`);
