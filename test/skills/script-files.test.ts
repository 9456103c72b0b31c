import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { anAgent } from "../agent/an-agent.ts";
import { aRuntime, outputOf, type TestRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";
import { yes } from "./skill-world.ts";

const [best] = await listDrivers();
const contained = best?.usable === true;
const why = contained ? "" : ` (skipped: ${best?.reason})`;

const FILL = `import argparse, json, os
parser = argparse.ArgumentParser()
parser.add_argument("--input")
given = parser.parse_args()
print(json.load(open(given.input))["name"], os.environ["DEJIMA_WORKSPACE"])
`;

const RUN = {
  skill: { name: "pdf-form-filler", source: "project" },
  relative_path: "scripts/fill.py",
  args: ["--input", "data.json"],
};

const DATA = { "data.json": '{"name": "Ada"}', "other.json": '{"name": "Bob"}', ".env": "KEY=withheld" };

interface Shown {
  readonly world: TestRuntime;
  readonly questions: ApprovalRequest[];
  run(input: object): Promise<unknown>;
}

/** A runtime with one skill, whose person approves everything and remembers what was asked. */
async function aFiller(
  scripts: Readonly<Record<string, string>>,
  header = "license: MIT",
  options: TestRuntimeOptions = {},
): Promise<Shown & AsyncDisposable> {
  const questions: ApprovalRequest[] = [];
  const world = await aRuntime({
    files: DATA,
    ask: async (question) => {
      questions.push(question);
      return { answer: "approve", by: "test" };
    },
    ...options,
  });
  const folder = join(world.workspace, "given/pdf-form-filler");
  const text = `---\nname: pdf-form-filler\ndescription: Fills forms\n${header}\n---\nGo\n`;
  for (const [path, content] of Object.entries({ "SKILL.md": text, ...scripts })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await world.runtime.skills.install(folder, { accept: yes });
  return {
    world,
    questions,
    run: async (input) =>
      outputOf(await world.runtime.execute("run_skill_script", { skill: "pdf-form-filler", ...input })),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test.runIf(contained)(
  `the seed's own example runs as it is, and the question names its file${why}`,
  async () => {
    await using filler = await aFiller({ "scripts/fill.py": FILL });
    const { world, questions } = filler;
    expect(await filler.run(RUN)).toMatchObject({ exitCode: 0, stdout: `Ada ${world.workspace}\n` });
    expect(questions).toHaveLength(1);
    expect(questions[0]?.words.en).toContain("reads ./data.json");
    expect(questions[0]?.effects).toContainEqual({
      kind: "file.read",
      target: join(world.workspace, "data.json"),
    });
  },
);

test.runIf(contained)(`a script sees the files that its arguments name, and no others${why}`, async () => {
  await using filler = await aFiller({
    "scripts/look.sh":
      'cat data.json "$2" sub/a.txt; cat other.json "$DEJIMA_WORKSPACE/other.json" .env 2>&1; true\n',
  });
  const { workspace } = filler.world;
  await mkdir(join(workspace, "sub"));
  await writeFile(join(workspace, "sub/a.txt"), "inside");
  const output = await filler.run({
    script: "look.sh",
    args: ["--in=data.json", join(workspace, "data.json"), "./sub", workspace],
    read: ["./sub"],
  });
  const { stdout } = output as { stdout: string };
  expect(stdout).toMatch(/^\{"name": "Ada"\}\{"name": "Ada"\}inside/);
  expect(stdout).not.toContain("Bob");
});

test.runIf(contained)(
  `what a rule denies or a name says is secret is not given, whatever the arguments say${why}`,
  async () => {
    const look = { "scripts/look.sh": 'cat "$1" 2>&1; cat "$DEJIMA_WORKSPACE/$1" 2>&1; true\n' };
    const config = { permissions: { confirm: ["run_skill_script"], deny: ["file.read(./other.json)"] } };
    await using filler = await aFiller(look, "license: MIT", { config });
    const given = JSON.stringify(await filler.run({ script: "look.sh", args: [".env"] }));
    expect(given).not.toContain("KEY=");
    expect(given).toContain('"withheld":[".env"]');
    const { runtime } = filler.world;
    const denied = await runtime.execute("run_skill_script", {
      skill: "pdf-form-filler",
      script: "look.sh",
      args: ["other.json"],
    });
    expect(denied).toMatchObject({ type: "failure", error: { code: "tool_not_allowed" } });
    const home = await filler.run({ script: "look.sh", args: [".dejima/dejima.db"] });
    expect(home).toMatchObject({ stdout: expect.stringContaining("No such file") });
  },
);

test.runIf(contained)(
  `folders are given when the call asks for them and the person agrees${why}`,
  async () => {
    const copy = { "scripts/copy.sh": "cp in/a.txt out/b.txt\n" };
    const config = { permissions: { confirm: ["run_skill_script"] } };
    await using filler = await aFiller(copy, "license: MIT", { config });
    const { workspace, runtime } = filler.world;
    for (const folder of ["in", "out"]) await mkdir(join(workspace, folder));
    await writeFile(join(workspace, "in/a.txt"), "content");
    const asked = { script: "copy.sh", read: ["./in"], write: ["./out"] };
    expect(await filler.run(asked)).toMatchObject({ exitCode: 0, changed: ["out/b.txt"] });
    expect(await readFile(join(workspace, "out/b.txt"), "utf8")).toBe("content");
    expect(filler.questions[0]?.words.en).toEqual(expect.arrayContaining(["writes ./out"]));
    const { read: _read, ...rest } = asked;
    const without = await runtime.execute("run_skill_script", { skill: "pdf-form-filler", ...rest });
    expect(without).toMatchObject({ type: "failure", error: { code: "exit_nonzero" } });
  },
);

test.runIf(contained)(`folders that the config grants need no further question${why}`, async () => {
  const config = {
    permissions: { safe: ["run_skill_script"] },
    sandbox: { skills: { "pdf-form-filler": { folders: { read: ["."] } } } },
  };
  await using filler = await aFiller(
    { "scripts/cat.sh": 'cat "$DEJIMA_WORKSPACE/data.json"\n' },
    "license: MIT",
    { config },
  );
  expect(await filler.run({ script: "cat.sh" })).toMatchObject({ stdout: DATA["data.json"] });
  expect(filler.questions).toEqual([]);
});

test.runIf(contained)(
  `a contract that reads the whole workspace works with the default home, which stays out of sight${why}`,
  async () => {
    const script =
      'cat "$DEJIMA_WORKSPACE/data.json"; ls -A "$DEJIMA_WORKSPACE/.dejima"; echo made > made.txt\n';
    await using filler = await aFiller({ "scripts/cat.sh": script }, "contract:\n  folders: { read: [.] }");
    const output = await filler.run({ script: "cat.sh" });
    expect(output).toMatchObject({ exitCode: 0, artifacts: [{ name: "made.txt" }] });
    expect((output as { stdout: string }).stdout).not.toContain("dejima.db");
  },
);

test.runIf(contained)(`a script can start in the folder of its skill${why}`, async () => {
  const files = { "scripts/show.sh": 'cat templates/a.txt "$1"\n', "templates/a.txt": "template " };
  await using filler = await aFiller(files);
  const output = await filler.run({ script: "show.sh", args: ["data.json"], cwd: "skill" });
  expect(output).toMatchObject({ stdout: `template ${DATA["data.json"]}` });
});

test.runIf(contained)(
  `files that a script makes are artifacts: named, readable, and there for the next script${why}`,
  async () => {
    await using filler = await aFiller({
      "scripts/report.sh":
        'mkdir -p sub; echo a,b > report.csv; echo c > sub/x.txt; ln -s /etc/passwd link; exit "$1"\n',
      "scripts/count.sh": 'wc -l < "$1"\n',
    });
    const { runtime, events, home } = filler.world;
    const output = await filler.run({ script: "report.sh", args: ["0"] });
    expect(output).toMatchObject({
      artifacts: [
        { name: "report.csv", mediaType: "text/csv", bytes: 4, ref: "artifacts/report.csv" },
        { name: "sub-x.txt", path: "sub/x.txt" },
      ],
    });
    const shown = events.filter(({ type }) => type === "artifact-end");
    expect(shown).toHaveLength(2);
    const read = await runtime.execute("read_observation", { ref: "artifacts/report.csv" });
    expect(JSON.stringify(outputOf(read))).toContain("a,b");
    expect(await filler.run({ script: "count.sh", args: ["report.csv"] })).not.toHaveProperty("artifacts");
    const failed = await runtime.execute("run_skill_script", {
      skill: "pdf-form-filler",
      script: "report.sh",
      args: ["3"],
    });
    expect(failed).toMatchObject({
      error: {
        code: "exit_nonzero",
        details: { artifacts: [{ name: "report-2.csv" }, { name: "sub-x-2.txt" }] },
      },
    });
    expect(
      existsSync(join(home, "runs", output === null ? "" : String(events[0]?.runId), "artifacts/report.csv")),
    ).toBe(true);
  },
);

const SAVE = `import sys
open(sys.argv[1], "w").write("new")
`;

test.runIf(contained)(`a new file may be named in a folder that is not there yet${why}`, async () => {
  await using filler = await aFiller({ "scripts/save.py": SAVE });
  const saved = await filler.run({ script: "save.py", args: ["out/deep/report.csv"] });
  expect(saved).toMatchObject({ exitCode: 0, artifacts: [{ path: "out/deep/report.csv", bytes: 3 }] });
  expect(existsSync(join(filler.world.workspace, "out"))).toBe(false);
});

test.runIf(contained)(
  `folders for new files are made in nothing that belongs to the user${why}`,
  async () => {
    await using filler = await aFiller({ "scripts/save.py": SAVE }, undefined, {
      files: { "kept/a.txt": "old" },
    });
    const { runtime, workspace } = filler.world;
    const run = (path: string) =>
      runtime.execute("run_skill_script", {
        skill: "pdf-form-filler",
        script: "save.py",
        args: [path],
        read: ["kept"],
      });
    for (const path of ["kept/new/b.txt", "../beside/b.txt"])
      expect(await run(path)).toMatchObject({ error: { code: "exit_nonzero" } });
    expect(existsSync(join(workspace, "kept/new"))).toBe(false);
    expect(existsSync(join(workspace, "../beside"))).toBe(false);
  },
);

test.runIf(contained)(`a script that may only read a file is told what would work${why}`, async () => {
  await using filler = await aFiller({ "scripts/save.py": SAVE });
  const { runtime, workspace } = filler.world;
  const save = { skill: "pdf-form-filler", script: "save.py", args: ["data.json"] };
  expect(await runtime.execute("run_skill_script", save)).toMatchObject({
    error: { code: "exit_nonzero", message: expect.stringContaining("pass their folder in `write`") },
  });
  expect(await readFile(join(workspace, "data.json"), "utf8")).toBe(DATA["data.json"]);
});

test.runIf(contained)(`scripts lie in any scripts folder of the skill, and nowhere else${why}`, async () => {
  await using filler = await aFiller({
    "ooxml/scripts/unpack.py": "print('unpacked')\n",
    "bad.py": "print(1)\n",
  });
  expect(await filler.run({ script: "ooxml/scripts/unpack.py" })).toMatchObject({ stdout: "unpacked\n" });
  const { runtime } = filler.world;
  for (const script of ["../bad.py", "scripts/../bad.py", "ooxml/scripts/../../bad.py", "/etc/scripts/x"]) {
    const outcome = await runtime.execute("run_skill_script", { skill: "pdf-form-filler", script });
    expect(outcome, script).toMatchObject({
      type: "failure",
      error: { code: expect.stringMatching(/path_blocked|not_found/) },
    });
  }
});

test.runIf(contained)(`an agent makes a file with a script and delivers it${why}`, async () => {
  const make = { calls: [{ tool: "run_skill_script", input: { skill: "reports", script: "make.sh" } }] };
  const deliver = { calls: [{ tool: "deliver_artifacts", input: { artifacts: [{ name: "report.csv" }] } }] };
  await using agent = await anAgent([make, deliver, { text: "Here it is." }], {
    ask: async () => ({ answer: "approve", by: "test" }),
    files: {
      // The header of the example in the request for this project: a list without the tool that runs scripts.
      "given/reports/SKILL.md":
        "---\nname: reports\ndescription: Makes reports\nallowed-tools:\n  - Read\n  - Grep\n  - Glob\n---\nRun scripts/make.sh\n",
      "given/reports/scripts/make.sh": "echo a,b > report.csv\n",
    },
  });
  await agent.runtime.skills.install(join(agent.workspace, "given/reports"), { accept: yes });
  const told = await agent.tell("/reports make the report and send it to me");
  expect(told.of("skill-start")).toMatchObject([{ skill: "reports", binds: "everything" }]);
  const ends = told.of("call-end").map(({ tool, result }) => [tool, result.ok]);
  expect(ends[0]).toEqual(["run_skill_script", true]);
  expect(told.of("artifact-end")).toMatchObject([{ name: "report.csv" }]);
  expect(ends[1]).toEqual(["deliver_artifacts", true]);
});
