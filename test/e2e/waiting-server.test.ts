import { once } from "node:events";
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aCallingModel } from "../agent/a-calling-model.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { readSse } from "../http/read-sse.ts";

const ASKS = "permissions:\n  confirm: [write_file]\n";

function aWritingModel() {
  return aCallingModel([
    [{ name: "write_file", arguments: { path: "out.txt", content: "written\n" } }],
    "It is written.",
  ]);
}

async function aServing(line: CommandLine, url: string) {
  const child = line.start(["serve", "--port", "0", "--json"], {
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: url,
  });
  const gone = once(child, "exit");
  const [first] = (await once(createInterface({ input: child.stdout ?? process.stdin }), "line")) as [string];
  const kill = () => void child.kill("SIGKILL");
  return { child, gone, url: String(JSON.parse(first).url), [Symbol.dispose]: kill };
}

async function askedId(server: string): Promise<string> {
  const response = await fetch(`${server}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: "write it", conversation: "c-1" }),
  });
  for await (const { event, data } of readSse(response))
    if (event === "approval-start") return String((data as { id: string }).id);
  throw new Error("nothing was asked");
}

test("`serve` that is stopped right after its start, while it looks at its skills, ends without a word", async () => {
  await using line = await aCommandLine();
  const skills = Array.from({ length: 200 }, (_, at) => join(line.folder, ".claude/skills", `skill-${at}`));
  for (const [at, folder] of skills.entries()) {
    await mkdir(folder, { recursive: true });
    const header = `---\nname: skill-${at}\ndescription: Sorts the shelf number ${at}\n---\n`;
    await writeFile(join(folder, "SKILL.md"), `${header}Go\n`);
  }
  using server = await aServing(line, "http://127.0.0.1:9/v1");
  const said = text(server.child.stderr ?? process.stdin);
  server.child.kill("SIGTERM");
  expect(await server.gone).toEqual([0, null]);
  expect(await said).toBe("");
});

test("the first SIGTERM ends `serve` while a question waits; the question stays, and its answer runs the call later", async () => {
  await using model = await aWritingModel();
  await using line = await aCommandLine({ "dejima.yaml": ASKS });
  using first = await aServing(line, model.url);
  const id = await askedId(first.url);
  first.child.kill("SIGTERM");
  expect(await first.gone).toEqual([0, null]);
  const listed = await line.run(["approvals", "list", "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, status: "pending" }]);
  await expect(access(join(line.folder, "out.txt"))).rejects.toThrow("ENOENT");

  using second = await aServing(line, model.url);
  const answered = await fetch(`${second.url}/api/approvals/${id}/answer`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ answer: "approve" }),
  });
  expect(await answered.json()).toMatchObject({ accepted: true });
  await expect
    .poll(() => readFile(join(line.folder, "out.txt"), "utf8").catch(() => ""), { timeout: 30_000 })
    .toBe("written\n");
  second.child.kill("SIGTERM");
  expect(await second.gone).toEqual([0, null]);
});
