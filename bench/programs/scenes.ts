// Three tasks of many calls, each done call by call and as one program by a model that follows a script: what the model reads
// and writes in all its turns together, in tokens. Both ways must come to the same result.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { createRuntime, defineTool } from "../../src/index.ts";
import type { ModelMessage } from "../../src/model/language/language-model.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { estimateTokens } from "../../src/tool/catalogue.ts";
import { report } from "../benchmark.ts";

const AIM = 0.4;
const FILES = 12;
const PAGES = 8;

interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
}

interface Scene {
  readonly name: string;
  readonly message: string;
  /** The next call after these results; `undefined` when all were made. */
  next(results: readonly never[]): ScriptedCall | undefined;
  result(results: readonly never[]): unknown;
  readonly code: string;
}

type Listing = { readonly files: readonly { readonly path: string }[] };
type Page = { readonly content: string };
type Issues = { readonly issues: readonly { readonly label: string; readonly state: string }[] };

const filesReport: Scene = {
  name: "files report",
  message: "How many lines do the Markdown files have, each and together?",
  next([listing, ...pages]: readonly (Listing & Page)[]) {
    if (listing === undefined) return { tool: "list_files", input: { pattern: "*.md" } };
    const file = listing.files[pages.length];
    return file && { tool: "read_file", input: { path: file.path } };
  },
  result: ([listing, ...pages]: readonly (Listing & Page)[]) =>
    listing?.files.map(({ path }, index) => [path, pages[index]?.content.split("\n").length]),
  code: `const { files } = await tools.list_files({ pattern: "*.md" });
const pages = await Promise.all(files.map(({ path }) => tools.read_file({ path })));
return files.map(({ path }, index) => [path, pages[index].content.split("\\n").length]);`,
};

const issueTriage: Scene = {
  name: "issue triage",
  message: "How many open issues are there for each label?",
  next: (pages) =>
    pages.length < PAGES ? { tool: "list_issues", input: { page: pages.length + 1 } } : undefined,
  result: (pages: readonly Issues[]) => countOpen(pages),
  code: `const open = {};
for (let page = 1; page <= ${PAGES}; page++) {
  const { issues } = await tools.list_issues({ page });
  for (const { label, state } of issues) if (state === "open") open[label] = (open[label] ?? 0) + 1;
}
return open;`,
};

const bulkRename: Scene = {
  name: "bulk rename with approval",
  message: "Rename every note-*.md file to done-*.md.",
  next([listing, ...moved]: readonly Listing[]) {
    if (listing === undefined) return { tool: "list_files", input: { pattern: "note-*.md" } };
    const file = listing.files[moved.length];
    return file && { tool: "move_file", input: { from: file.path, to: renamed(file.path) } };
  },
  result: ([listing]: readonly Listing[]) => listing?.files.map(({ path }) => renamed(path)),
  code: `const { files } = await tools.list_files({ pattern: "note-*.md" });
const done = [];
for (const { path } of files) {
  const to = path.replace("note-", "done-");
  await tools.move_file({ from: path, to });
  done.push(to);
}
return done;`,
};

const renamed = (path: string): string => path.replace("note-", "done-");

function countOpen(pages: readonly Issues[]): Record<string, number> {
  const open: Record<string, number> = {};
  for (const { issues } of pages)
    for (const { label, state } of issues) if (state === "open") open[label] = (open[label] ?? 0) + 1;
  return open;
}

/** Measures and prints the scenes. */
export async function measureScenes(json: boolean): Promise<void> {
  for (const scene of [filesReport, issueTriage, bulkRename]) {
    const program = await play(scene, true);
    const single = await play(scene, false);
    if (program.result !== single.result)
      throw new Error(`The ${scene.name} came to ${program.result} as a program, and to ${single.result}`);
    const figures = { ours: program.tokens, peer: single.tokens, unit: "tokens", aim: AIM };
    report({ name: `programs ${scene.name} vs call by call`, ...figures }, json);
  }
}

async function play(scene: Scene, asProgram: boolean): Promise<{ tokens: number; result: string }> {
  const workspace = await mkdtemp(join(tmpdir(), "dejima-bench-"));
  for (let file = 1; file <= FILES; file++)
    await writeFile(
      join(workspace, `note-${file}.md`),
      "A line about the harbour of that day.\n".repeat(30 + file),
    );
  let written = 0;
  const say = (text: string) => {
    written += estimateTokens(text);
    return text;
  };
  const model = new ScriptedModel(({ messages }) => {
    const results = messages.filter(({ role }) => role === "tool").map(dataOf) as never[]; // what the scene's tools returned
    const call = asProgram
      ? results.length === 0 && { tool: "run_program", input: { code: scene.code } }
      : scene.next(results);
    if (call) {
      say(JSON.stringify(call));
      return { calls: [call] };
    }
    return { text: say(JSON.stringify(asProgram ? results[0] : scene.result(results))) };
  });
  const runtime = createRuntime({
    workspace,
    model,
    tools: [listIssues],
    config: { permissions: { confirm: ["move_file"] } },
    ask: async () => ({ answer: "approve", by: "a benchmark" }),
  });
  let result = "";
  for await (const event of runtime.agent.run(scene.message))
    if (event.type === "run-end") result = String(event.answer);
  await runtime.close();
  await rm(workspace, { recursive: true });
  const read = model.requests.reduce((sum, request) => sum + estimateTokens(JSON.stringify(request)), 0);
  return { tokens: read + written, result };
}

function dataOf(message: ModelMessage): unknown {
  return message.role === "tool" ? message.data : undefined;
}

const LABELS = ["bug", "feature", "question"];

/** An API with pages of issues. */
const listIssues = defineTool({
  name: "list_issues",
  summary: "List the issues of the tracker, page by page",
  description: "Returns a page of issues.",
  category: "custom",
  risk: "low",
  input: z.object({ page: z.int().min(1) }),
  output: {
    type: "object",
    properties: {
      issues: {
        type: "array",
        items: {
          type: "object",
          properties: { id: { type: "integer" }, label: { type: "string" }, state: { type: "string" } },
        },
      },
    },
  },
  run: ({ page }) => ({
    issues: Array.from({ length: 20 }, (_, index) => ({
      id: page * 100 + index,
      title: `The crane number ${index} does not lift what it should`,
      label: LABELS[(page + index) % LABELS.length],
      state: (page * index) % 3 === 0 ? "closed" : "open",
    })),
  }),
});
