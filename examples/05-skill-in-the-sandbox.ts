// Install a skill, accept it, run its script contained, and hold a run to what the skill lists.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime, DejimaError } from "dejima";

const workspace = await mkdtemp(join(tmpdir(), "dejima-example-"));
const source = join(workspace, "word-count");
await mkdir(join(source, "scripts"), { recursive: true });
await writeFile(
  join(source, "SKILL.md"),
  "---\nname: word-count\ndescription: Counts the words of a text\nallowed-tools: Read\n---\nRun scripts/count.mjs with the text on standard input.\n",
);
await writeFile(
  join(source, "scripts/count.mjs"),
  'let text = "";\nfor await (const chunk of process.stdin) text += chunk;\nconsole.log(text.split(/\\s+/).filter(Boolean).length);\n',
);

// region: skill
const runtime = createRuntime({
  workspace,
  // The person who is asked; here a stand-in who reads the request and agrees.
  ask: async ({ tool, effects }) => {
    console.log("asked about", tool, effects[0]?.target);
    return { answer: "approve", by: "example" };
  },
});

const { skills } = runtime;
await skills.install("word-count", { accept: async ({ scan }) => scan.findings.length === 0 });

const outcome = await runtime.execute("run_skill_script", {
  skill: "word-count",
  script: "count.mjs",
  stdin: "one two three",
});

// While a skill is active, a run can do only what the skill lists.
const { verdict } = await runtime.explain("list_files", {}, { skills: ["word-count"] });
// endregion

console.log(outcome.type === "success" ? outcome.output : outcome.error.message);
assert.equal(verdict, "deny");
if (outcome.type === "success") assert.match(JSON.stringify(outcome.output), /"stdout":"3\\n"/);
else {
  // On a machine without a sandbox that holds, code does not run: that is the promise, too.
  assert.equal(outcome.error.code, "spawn_failed");
}
await assert.rejects(
  runtime.skills.use("nothing"),
  (error) => error instanceof DejimaError && error.code === "skill_not_found",
);
await runtime.close();
await rm(workspace, { recursive: true });
