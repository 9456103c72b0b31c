// Packs what would be published and tries it as a stranger would: linted, installed into fresh projects, compiled and run there.
// Takes the package that scripts/command-for-tests.ts has made. `--frameworks`: also in a project with Next.js (340 MB).
import { spawnSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CONSUMERS, FRAMEWORKS } from "./consumer-projects.ts";

interface Published {
  readonly name: string;
  /** Where it is packed. */
  readonly folder: string;
  /** A program that uses it and fails when something is wrong. */
  readonly program: string;
  readonly most: { readonly packages: number; readonly megabytes: number };
  /** Programs that use Dejima with other frameworks. */
  readonly consumers?: typeof CONSUMERS;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "dejima-package-"));
const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;

const withLarge = process.argv.includes("--frameworks");
const whole = join(root, ".vitest/command");

const PUBLISHED: readonly Published[] = [
  {
    name: "dejima",
    folder: whole,
    program: callOnce("dejima"),
    most: { packages: 170, megabytes: 140 },
    consumers: CONSUMERS,
  },
  {
    name: "dejima-gate",
    folder: join(root, "dist-packages/dejima-gate"),
    program: `${callOnce("dejima-gate")}${MISSING_PACKAGE()}`,
    most: { packages: 30, megabytes: 20 },
  },
  {
    name: "dejima-retrieval",
    folder: join(root, "dist-packages/dejima-retrieval"),
    program: firstExample("packages/retrieval.md"),
    most: { packages: 5, megabytes: 25 },
  },
];

try {
  run("node", ["scripts/packages.ts", "dist-packages", join(whole, "dist")], root);
  for (const published of PUBLISHED) check(published);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function check({ name, folder, program, most, consumers = [] }: Published): void {
  const place = join(scratch, name);
  const project = join(place, "project");
  mkdirSync(project, { recursive: true });
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", place], folder); // it is built
  const tarball = join(place, readdirSync(place).find((file) => file.endsWith(".tgz")) ?? "");
  run("publint", [tarball, "--strict"], root);
  // The packages have modules only: what requires them gets Node's own support for that. A file of data has no types.
  const isCode = ["--profile", "esm-only", "--exclude-entrypoints", "model"];
  run("attw", [tarball, ...isCode, "--format", "table-flipped", "--quiet"], root);
  const manifest = { name: "stranger", private: true, type: "module" };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const frameworks = consumers.length > 0 ? FRAMEWORKS.filter(({ isLarge }) => withLarge || !isLarge) : [];
  const others = [...consumers, ...frameworks].flatMap(({ packages }) => packages);
  const own = ["zod@4", "@types/node@24", ...others];
  install(project, [tarball]);
  weigh(project, name, most);
  install(project, own);
  writeFileSync(join(project, "index.ts"), program);
  for (const { file, text } of consumers) writeFileSync(join(project, file), text);
  for (const resolution of [
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ]) {
    // All declarations but those that come with the compiler.
    const checked = { skipLibCheck: false, skipDefaultLibCheck: true };
    const strict = { strict: true, ...checked, noEmit: true, target: "esnext", types: ["node"] };
    // A file of CommonJS has no place in the modules of a bundler.
    const compiled = consumers.filter(
      ({ file }) => resolution.module === "nodenext" || !file.endsWith(".cts"),
    );
    const files = ["index.ts", ...compiled.map(({ file }) => file)];
    const options = { compilerOptions: { ...resolution, ...strict }, files };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(options));
    run("tsc", ["--checkers", "1", "-p", project], project);
  }
  run("node", ["index.ts"], project);
  for (const consumer of consumers) {
    // Node strips types from CommonJS as well, but for the imports, which are a form of TypeScript alone.
    const flags = consumer.file.endsWith(".cts") ? ["--experimental-transform-types", "--no-warnings"] : [];
    run("node", [...flags, consumer.file], project);
    console.log(`${name} is served and called in a project with ${consumer.name}.`);
  }
  for (const framework of frameworks) checkFramework(framework, project);
  console.log(`${name} installs, compiles and runs.`);
}

/** Runs the project of a framework, in a folder below the installed packages, as in a workspace of npm. */
function checkFramework({ name, files, command }: (typeof FRAMEWORKS)[number], parent: string): void {
  const project = join(parent, name);
  const manifest = JSON.stringify({ name: "stranger", private: true });
  for (const [file, text] of Object.entries({ "package.json": manifest, ...files })) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
  const [program, ...args] = command;
  run(program, args, project);
  console.log(`dejima works in a project with ${name}.`);
}

/** What an installation costs: packages, and bytes of their files. */
function weigh(project: string, name: string, most: { packages: number; megabytes: number }): void {
  const modules = join(project, "node_modules");
  const packages = globSync(["*/package.json", "@*/*/package.json"], { cwd: modules }).length;
  const files = globSync("**/*", { cwd: modules }).map((file) => statSync(join(modules, file)));
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  const megabytes = Math.round(bytes / 1e5) / 10;
  console.log(
    `${name}: ${packages} packages, ${megabytes} MB (at most ${most.packages} and ${most.megabytes})`,
  );
  if (packages > most.packages || megabytes > most.megabytes) fail(`${name} is too heavy`);
}

function install(project: string, packages: readonly string[]): void {
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  run("npm", ["install", ...quietly, ...packages], project);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path },
  });
  if (status !== 0) fail(`${command} ${args.join(" ")} failed`);
}

function fail(problem: string): never {
  rmSync(scratch, { recursive: true, force: true });
  console.error(`Cannot publish: ${problem}`);
  process.exit(1);
}

/** The first TypeScript example of a document. */
function firstExample(document: string): string {
  const example = /^```ts\n(.*?)^```/ms.exec(readFileSync(join(root, document), "utf8"))?.[1];
  return example ?? fail(`${document} has no example`);
}

/** The code of a program that defines a tool and calls it once. */
function callOnce(name: string): string {
  return `
import { createRuntime, defineTool } from "${name}";
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
await using runtime = createRuntime({ tools: [double], config: { permissions: { safe: ["http_get"] }, network: { allowPrivate: ["127.0.0.1"] } } });
const outcome = await runtime.execute("double", { n: 21 });
if (outcome.type !== "success") throw new Error(outcome.error.message);
const { twice }: { twice?: unknown } = Object(outcome.output);
if (twice !== 42) throw new Error("expected 42");
`;
}

/** What needs a package that is not there says which one. */
function MISSING_PACKAGE(): string {
  return `
const refused = await runtime.execute("http_get", { url: "http://127.0.0.1/" });
if (refused.type !== "failure" || !/npm install undici/.test(refused.error.message))
  throw new Error("expected to hear of undici: " + JSON.stringify(refused));
`;
}
