import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usable } from "../sandbox/engines.ts";
import { type AHarbour, aHarbour, outcomeOf } from "./a-harbour.ts";
import { installPeers, npmServer } from "./peers.ts";

const { works, why } = await usable("bubblewrap");
const contained = { trusted: !works };
let harbour: AHarbour;

beforeAll(async () => {
  if (!works) console.log(`The servers of these tests run without a sandbox${why}`);
  installPeers();
  harbour = await aHarbour((workspace) => ({
    everything: { ...npmServer("everything"), ...contained, risk: "low" },
    files: {
      ...npmServer("filesystem", "./shared"),
      ...contained,
      folders: [...npmServer("filesystem").folders, { path: join(workspace, "shared"), write: true }],
      risk: "low",
      prefix: true,
    },
    memory: {
      ...npmServer("memory"),
      ...contained,
      env: { MEMORY_FILE_PATH: "./memory/graph.jsonl" }, // as people write it: the folder of the config is meant
      folders: [...npmServer("memory").folders, { path: join(workspace, "memory"), write: true }],
      risk: "low",
    },
  }));
  await mkdir(join(harbour.workspace, "shared"));
  await mkdir(join(harbour.workspace, "memory"));
  await writeFile(join(harbour.workspace, "private.txt"), "not for servers");
  const problems = await harbour.runtime.mcp.discover();
  expect([...problems]).toEqual([]);
});

afterAll(() => harbour.close());

test("discover() registers the tools of three real servers, judged like any other", async () => {
  const { runtime } = harbour;
  const counts = (await runtime.mcp.reports()).map(({ name, tools, held }) => [name, tools, held]);
  expect(counts).toEqual([
    ["everything", 17, 0],
    ["files", 14, 0],
    ["memory", 9, 0],
  ]);
  expect(runtime.registry.require("echo")).toMatchObject({
    source: "mcp",
    origin: "everything",
    category: "mcp",
  });
  expect((await runtime.explain("echo", { message: "x" })).verdict).toBe("allow");
});

test("a call passes text, structured content, images and resources through", async () => {
  const { runtime } = harbour;
  expect(await outcomeOf(runtime, "echo", { message: "hello" })).toBe("Echo: hello");
  expect(await outcomeOf(runtime, "get-structured-content", { location: "New York" })).toMatchObject({
    structuredContent: { conditions: expect.any(String) },
  });
  expect(await outcomeOf(runtime, "get-tiny-image")).toMatchObject({
    content: expect.arrayContaining([expect.objectContaining({ type: "image", mimeType: "image/png" })]),
  });
  expect(await outcomeOf(runtime, "get-resource-links", { count: 2 })).toMatchObject({
    content: expect.arrayContaining([expect.objectContaining({ type: "resource_link" })]),
  });
});

test("a picture is kept whole as an observation; who called gets a note of it", async () => {
  const { runtime } = harbour;
  const outcome = await runtime.execute("get-tiny-image", {});
  if (outcome.type !== "success" || outcome.observation === undefined)
    return expect.unreachable(outcome.type);
  expect(JSON.stringify(outcome.output)).toContain(`kept whole under ref \\"${outcome.observation.ref}`);
  expect(JSON.stringify(outcome.output).length).toBeLessThan(1_000);
  const whole = JSON.parse(await runtime.history.observation(outcome.runId, outcome.observation.ref));
  const picture = whole.content.find(({ type }: { type: string }) => type === "image");
  expect(Buffer.from(picture.data, "base64").subarray(1, 4).toString()).toBe("PNG");
});

test("a call validates its input before the server sees it", async () => {
  expect(await outcomeOf(harbour.runtime, "echo", {})).toMatchObject({ code: "invalid_input" });
});

test("progress of the server reaches the caller", async () => {
  const fractions: number[] = [];
  await harbour.runtime.execute(
    "trigger-long-running-operation",
    { duration: 0.3, steps: 3 },
    {
      onEvent(event) {
        if (event.type === "call-progress" && event.fraction !== undefined) fractions.push(event.fraction);
      },
    },
  );
  expect(fractions).toEqual([1 / 3, 2 / 3, 1]); // the last one comes right before the answer
});

test("a cancelled call ends at once", async () => {
  const controller = new AbortController();
  const call = harbour.runtime.execute(
    "trigger-long-running-operation",
    { duration: 30, steps: 30 },
    { signal: controller.signal, onEvent: (event) => event.type === "call-progress" && controller.abort() },
  );
  expect(await call).toMatchObject({ type: "failure", error: { code: "cancelled" } });
});

test("servers share nothing except declared folders", async () => {
  const { runtime, workspace } = harbour;
  const path = join(workspace, "shared/note.txt");
  await outcomeOf(runtime, "files__write_file", { path, content: "from the server" });
  expect(await readFile(path, "utf8")).toBe("from the server");
  const entity = { name: "Dejima", entityType: "island", observations: ["has a bridge"] };
  await outcomeOf(runtime, "create_entities", { entities: [entity] });
  expect(await outcomeOf(runtime, "read_graph")).toMatchObject({
    structuredContent: { entities: [expect.objectContaining({ name: "Dejima" })] },
  });
});

test.runIf(works)(
  `a contained server sees no other folder, no variable and no network of ours${why}`,
  async () => {
    const { runtime, workspace } = harbour;
    const outside = {
      path: join(workspace, "private.txt"),
      name: "x",
      data: `file://${join(workspace, "private.txt")}`,
    };
    expect(await outcomeOf(runtime, "gzip-file-as-resource", outside)).toMatchObject({
      code: "exit_nonzero",
    });
    const environment = JSON.parse(String(await outcomeOf(runtime, "everything__get-env")));
    expect(Object.keys(environment).sort()).toEqual(["HOME", "LANG", "PATH", "PWD"]);
  },
);

test("call_mcp_tool is judged and recorded as the tool it names", async () => {
  const { runtime } = harbour;
  const wrapped = { server: "everything", tool: "echo", input: { message: "wrapped" } };
  const tools: string[] = [];
  const outcome = await runtime.execute("call_mcp_tool", wrapped, {
    onEvent: (event) => event.type === "call-start" && tools.push(event.tool),
  });
  expect(outcome).toMatchObject({ type: "success", output: "Echo: wrapped" });
  expect(tools).toEqual(["echo"]);
  expect(await outcomeOf(runtime, "call_mcp_tool", { server: "memry", tool: "x" })).toMatchObject({
    message: expect.stringContaining("memory"),
  });
});
