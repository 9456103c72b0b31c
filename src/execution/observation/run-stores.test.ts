import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRuntime, aTool, errorOf, outputOf } from "../../../test/support/a-runtime.ts";
import { openArtifactStore } from "./run-stores.ts";

test("put() finds a separate, harmless name for every file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-artifacts-"));
  try {
    const storage = openArtifactStore(folder);
    const names = [
      "../../etc/passwd",
      "shot.png",
      "shot.png",
      "",
      "..",
      "图 表.csv",
      "a\u001b[2Jb.txt",
      "x".repeat(300),
      "con/../x",
    ];
    for (const name of names) storage.put({ name, mediaType: "text/plain", content: Buffer.from(name) });
    const kept = storage.list().map(({ name }) => name);
    expect(kept.slice(0, 7)).toEqual([
      "etc-passwd",
      "shot.png",
      "shot-2.png",
      "artifact",
      "artifact-2",
      "图 表.csv",
      "a-2Jb.txt",
    ]);
    expect((await readdir(join(folder, "artifacts"))).sort()).toEqual([...kept].sort());
    expect((await readdir(folder)).sort()).toEqual(["artifacts"]);
    expect(await readFile(join(folder, "artifacts/shot-2.png"), "utf8")).toBe("shot.png");
  } finally {
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  }
});

test("a tool keeps files for the user: recorded, listed in later calls and after a crash, refused when the call is over", async () => {
  let late: (() => unknown) | undefined;
  const make = aTool({
    name: "make_file",
    run: (_input, { artifacts }) => {
      const save = () =>
        artifacts.save({ name: "a.txt", mediaType: "text/plain", content: Buffer.from("hello") });
      late = save;
      save();
      return artifacts.list().map(({ name }) => name);
    },
  });
  await using world = await aRuntime({ tools: [make] });
  const run = await world.runtime.openRun({ title: "files" });
  expect(outputOf(await run.execute({ tool: "make_file", input: {} }))).toEqual(["a.txt"]);
  expect(late).toThrow("the call has ended");
  expect(outputOf(await run.execute({ tool: "make_file", input: {} }))).toEqual(["a.txt", "a-2.txt"]);
  const made = world.events.filter(({ type }) => type === "artifact-end");
  expect(made).toMatchObject([
    { name: "a.txt", bytes: 5, mediaType: "text/plain", sha256: expect.stringMatching(/^2cf24dba/) },
    { name: "a-2.txt" },
  ]);
  await run.end("done");
  expect(await world.runtime.history.verify(run.id)).toMatchObject({ ok: true });
  const again = await world.runtime.reopenRun(run.id);
  expect(outputOf(await again.execute({ tool: "make_file", input: {} }))).toEqual([
    "a.txt",
    "a-2.txt",
    "a-3.txt",
  ]);
  expect(errorOf(await again.execute({ tool: "no_tool", input: {} })).code).toBe("tool_not_found");
});
