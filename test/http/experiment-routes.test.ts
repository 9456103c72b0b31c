import { expect, test } from "vitest";
import { anApp } from "./an-app.ts";

test("/api/experiments shows what a test of a tool has found so far, and names nobody", async () => {
  await using app = await anApp();
  const { experiments } = app.runtime;
  const send = app.as({ name: "ada", role: "viewer" });
  expect((await send("GET", "/api/experiments")).body).toEqual({ experiments: [] });
  await experiments.start({
    tool: "current_time",
    description: "Says what time it is",
    name: "x",
    by: "grace",
  });
  for (let at = 0; at < 4; at++) {
    const run = await app.runtime.openRun({ title: "t" });
    await run.execute("current_time", {});
    await run.end("done");
  }
  const answer = await send("GET", "/api/experiments");
  expect(answer).toMatchObject({
    status: 200,
    body: { experiments: [{ name: "x", tool: "current_time", course: expect.anything() }] },
  });
  const [one] = (
    answer.body as { experiments: [{ figures: Record<string, { used: number }>; course: object[] }] }
  ).experiments;
  expect((one.figures.a?.used ?? 0) + (one.figures.b?.used ?? 0)).toBe(4);
  expect(one.course.at(-1)).toMatchObject({ runs: 4 });
  expect(JSON.stringify(answer.body)).not.toContain("grace");
  await experiments.stop("x", "grace");
  expect((await send("GET", "/api/experiments")).body).toMatchObject({
    experiments: [{ end: { why: "stopped" } }],
  });
});
