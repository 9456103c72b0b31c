import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRuntime } from "../../src/runtime.ts";
import { anApp } from "../http/an-app.ts";
import { errorOf, outputOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const config = { permissions: { safe: ["write_file(**)"] } };
const note = { path: "sub/note.txt", content: "from a page" };

test("/api/flow lists what a marked run has written, and clears it for those who may approve", async () => {
  await using app = await anApp({ config });
  const run = await app.runtime.openRun({ untrusted: ["a page"] });
  outputOf(await run.execute({ tool: "write_file", input: note }));
  const path = join(app.workspace, note.path);
  expect((await app.send("GET", "/api/flow?kind=file")).body).toMatchObject([
    { key: join(app.workspace, "sub"), sources: ["a page"] },
    { key: path, sources: ["a page"], runId: run.id },
  ]);
  const [first] = (await app.send("GET", "/api/flow?kind=file&limit=1")).body as { revision: number }[];
  const next = await app.send("GET", `/api/flow?kind=file&cursor=${first?.revision}`);
  expect(next.body).toMatchObject([{ key: path }]);
  const user = app.as({ name: "ada", role: "user" });
  expect((await user("GET", "/api/flow")).status).toBe(403);
  expect((await user("DELETE", "/api/flow?path=sub/note.txt")).status).toBe(403);
  await copyFile(path, join(app.workspace, "copy.txt"));
  const { body } = await app.send("DELETE", "/api/flow?path=sub/note.txt");
  expect(body).toMatchObject({ cleared: [{ kind: "file" }, { kind: "content" }] });
  expect((await app.send("DELETE", "/api/flow?path=sub/note.txt")).status).toBe(400);
  const later = await app.runtime.openRun({});
  for (const asked of [note.path, "copy.txt"])
    outputOf(await later.execute({ tool: "read_file", input: { path: asked } }));
  expect(later.sources).toEqual([]);
});

test("flow clear of a copy clears the content that it is marked by", async () => {
  await using app = await anApp({ config });
  const run = await app.runtime.openRun({ untrusted: ["a page"] });
  outputOf(await run.execute({ tool: "write_file", input: note }));
  await copyFile(join(app.workspace, note.path), join(app.workspace, "copy.txt"));
  const read = async () => {
    const later = await app.runtime.openRun({});
    await later.execute({ tool: "read_file", input: { path: "copy.txt" } });
    return later.sources;
  };
  expect(await read()).toEqual(["a page"]);
  expect(await app.runtime.marks.clear("copy.txt")).toMatchObject([{ kind: "content" }]);
});

test("dejima flow list and clear show and clear marks, and no tool can", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "{}" });
  const runtime = createRuntime({
    workspace: cli.folder,
    home: join(cli.folder, ".dejima"),
    variables: cli.variables,
    config,
  });
  const run = await runtime.openRun({ untrusted: ["a page"] });
  outputOf(await run.execute({ tool: "write_file", input: note }));
  const reached = ["dejima.yaml", ".dejima/dejima.db"].map((path) => ({
    tool: "write_file",
    input: { path, content: "" },
  }));
  for (const outcome of await run.executeMany(reached)) expect(errorOf(outcome).code).toBe("path_blocked");
  await runtime.close();
  const listed = await cli.run(["flow", "list"]);
  const rows = listed.stdout.trimEnd().split("\n");
  expect(rows[0]).toMatch(/^KIND +WHAT +FROM +RUN/);
  expect(new Set(rows).size).toBe(rows.length);
  expect(listed.stdout).toContain(join(cli.folder, note.path));
  expect(listed.stdout).toContain("a page");
  const cleared = await cli.run(["flow", "clear", "sub", "--json"]);
  expect(cleared.json().cleared).toHaveLength(3);
  expect((await cli.run(["flow", "list", "--json"])).json()).toEqual([]);
  const again = await cli.run(["flow", "clear", "sub"]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("dejima flow list");
});
