// Ten thousand skills on disk: how long until they are listed, at the first start and at every later one, against what the
// system needs to read the same files.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Benchmark, report } from "./benchmark.ts";

const SKILLS = 10_000;
const ROUNDS = 5;
const MEMORY_LIMIT_MB = 150;

interface Start {
  readonly milliseconds: number;
  readonly megabytes: number;
}

const run: Benchmark = async ({ json }) => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-skills-start-"));
  try {
    await writeSkills(join(folder, "skills"));
    const peers: number[] = [];
    const warm: Start[] = [];
    const cold = await start(folder);
    for (let round = 0; round < ROUNDS; round++) {
      peers.push(await readAll(join(folder, "skills")));
      warm.push(await start(folder));
    }
    const peer = median(peers);
    const ours = median(warm.map(({ milliseconds }) => milliseconds));
    report(
      { name: "skills-start cold vs find | xargs cat", ours: cold.milliseconds, peer, unit: "ms", aim: 15 },
      json,
    );
    report({ name: "skills-start warm vs find | xargs cat", ours, peer, unit: "ms", aim: 1.5 }, json);
    const memory = (name: string, megabytes: number) =>
      report(
        { name: `skills-start ${name} vs limit`, ours: megabytes, peer: MEMORY_LIMIT_MB, unit: "MB", aim: 1 },
        json,
      );
    memory("memory", median(warm.map(({ megabytes }) => megabytes)));
    memory("cold memory", cold.megabytes);
  } finally {
    await rm(folder, { recursive: true });
  }
};

export default run;

async function writeSkills(folder: string): Promise<void> {
  const body = "Some text that explains how to do it in detail, with an example. ".repeat(60);
  for (let index = 0; index < SKILLS; index++) {
    const name = `skill-${index}`;
    await mkdir(join(folder, name), { recursive: true });
    const description = `Does thing ${index} for whoever asks. Use when somebody mentions thing ${index} or its friends.`;
    await writeFile(
      join(folder, name, "SKILL.md"),
      `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}\n`,
    );
  }
}

/** One start in a separate process: opens the store, scans the folder, returns the list. */
async function start(folder: string): Promise<Start> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, folder]);
  return JSON.parse(stdout);
}

async function readAll(folder: string): Promise<number> {
  const before = performance.now();
  await promisify(execFile)("sh", ["-c", "find . -name SKILL.md | xargs cat > /dev/null"], { cwd: folder });
  return performance.now() - before;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const [folder = ""] = process.argv.slice(2);
  const { createSkillLibrary } = await import("../src/sources/skills/library/create-skill-library.ts");
  const { openStore } = await import("../src/store/open-store.ts");
  const before = performance.now();
  const store = await openStore({ file: join(folder, "dejima.db") });
  const library = createSkillLibrary({
    home: join(folder, "skills"),
    base: folder,
    storage: store.documents,
  });
  await library.refresh();
  const count = (await library.list()).length;
  if (count !== SKILLS) throw new Error(`listed ${count} skills`);
  const milliseconds = performance.now() - before;
  console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
  await store.close();
}
