import { expect, test } from "vitest";
import { describeRecord } from "../../src/doors/cli/describe/describe-record.ts";
import { ENGLISH } from "../../src/doors/cli/words/say.ts";
import { aRuntime, errorOf } from "../support/a-runtime.ts";
import { aServer } from "./a-server.ts";

test("each request, redirect and refusal is in the log of its run, without the query", async () => {
  await using server = await aServer((request, response) =>
    request.url?.startsWith("/old")
      ? response.writeHead(302, { location: "/new?token=hidden-in-query" }).end()
      : response.end("hello"),
  );
  await using world = await aRuntime({
    config: { network: { allowPrivate: ["127.0.0.1"] } },
    ask: async () => ({ answer: "approve", by: "ann" }),
  });
  const { runtime } = world;
  const run = await runtime.openRun({ title: "requests" });
  const reached = await run.execute({ tool: "http_get", input: { url: `${server.url}/old?key=hidden-too` } });
  const refused = await run.execute({ tool: "http_get", input: { url: "http://169.254.169.254/latest" } });
  expect(errorOf(refused).code).toBe("host_blocked");
  await run.end("done");

  const records = await Array.fromAsync(runtime.history.read(run.id));
  const sent = records.filter((record) => record.type === "request-end");
  const common = { runId: run.id, method: "GET", host: "127.0.0.1", port: server.port };
  expect(sent).toMatchObject([
    { ...common, callId: reached.callId, url: `${server.url}/old`, step: 0, status: 302, bytes: 0 },
    { ...common, callId: reached.callId, url: `${server.url}/new`, step: 1, status: 200, bytes: 5 },
    { callId: refused.callId, host: "169.254.169.254", step: 0, bytes: 0, error: { code: "host_blocked" } },
  ]);
  expect(sent[1]?.address).toBe("127.0.0.1");
  expect(sent[2]).not.toHaveProperty("address");
  expect(JSON.stringify(sent)).not.toContain("hidden");
  expect(await runtime.history.verify(run.id)).toMatchObject({ ok: true });

  const lines = sent.map((record) => describeRecord(record, ENGLISH).at(-1));
  expect(lines[1]).toMatch(new RegExp(`^GET ${server.url}/new \\(127.0.0.1\\): 200, 5 bytes in \\d+ ms$`));
  expect(lines[2]).toContain("GET http://169.254.169.254/latest: host_blocked: ");
});

test("the requests of a skill's download are in the log of the call that installs it", async () => {
  await using world = await aRuntime({
    config: { permissions: { safe: ["install_skill(**)", "host.read(**)"] } },
  });
  const run = await world.runtime.openRun({ title: "install" });
  const refused = await run.execute({
    tool: "install_skill",
    input: { source: "https://127.0.0.1:9/skill.zip" },
  });
  expect(errorOf(refused).code).toBe("host_blocked");
  await run.end("done");
  const records = await Array.fromAsync(world.runtime.history.read(run.id));
  expect(records.filter((record) => record.type === "request-end")).toMatchObject([
    { callId: refused.callId, host: "127.0.0.1", port: 9, error: { code: "host_blocked" } },
  ]);
});
