// Packs what would be published and tries it as a stranger would: linted, installed into fresh projects, compiled and run there.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dejima-package-"));
const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;

try {
  run("npm", ["pack", "--silent", "--pack-destination", folder], root);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  run("publint", [tarball, "--strict"], root);
  // The package has modules only: what requires it gets Node's own support for that.
  run("attw", [tarball, "--profile", "esm-only", "--format", "table-flipped", "--quiet"], root);
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "stranger", private: true, type: "module" }),
  );
  run(
    "npm",
    [
      "install",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--ignore-scripts",
      tarball,
      "zod@4",
      "@types/node@24",
    ],
    project,
  );
  writeFileSync(join(project, "index.ts"), PROGRAM());
  for (const resolution of [
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ]) {
    const options = {
      ...resolution,
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      target: "esnext",
      types: ["node"],
    };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: ["index.ts"] }),
    );
    run("tsc", ["-p", project], project);
  }
  run("node", ["index.ts"], project);
  console.log("The package installs, compiles and runs.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path },
  });
  if (status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  console.error(`Cannot publish this package: ${command} ${args.join(" ")} failed`);
  process.exit(1);
}

/** A tool of one's own, called once. */
function PROGRAM(): string {
  return `
import { createRuntime, defineTool } from "dejima";
import { z } from "zod";

const double = defineTool({
  name: "double",
  summary: "Double a number that the caller passes in",
  description: "Returns twice the number.",
  category: "custom",
  risk: "low",
  input: z.object({ n: z.number() }),
  effects: () => [],
  run: ({ n }) => ({ twice: n * 2 }),
});
await using runtime = createRuntime({ tools: [double] });
const outcome = await runtime.execute("double", { n: 21 });
if (outcome.type !== "success") throw new Error(outcome.error.message);
const { twice }: { twice?: unknown } = Object(outcome.output);
if (twice !== 42) throw new Error("expected 42");
`;
}
