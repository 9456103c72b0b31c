import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";

test("`serve --access-log` writes a line for every request, refused ones too, without the query", async () => {
  await using line = await aCommandLine({});
  const child = line.start(["serve", "--port", "0", "--json", "--access-log", "access.jsonl"]);
  try {
    const [first] = (await once(createInterface({ input: child.stdout ?? process.stdin }), "line")) as [
      string,
    ];
    const { url } = JSON.parse(first);
    await fetch(`${url}/api/tools/search?query=secret-wish`);
    await fetch(`${url}/api/nothing`, { headers: { authorization: "Bearer dj_wrong" } });
    const log = () => readFile(join(line.folder, "access.jsonl"), "utf8").catch(() => "");
    await expect.poll(async () => (await log()).split("\n").length, { timeout: 30_000 }).toBe(3);
    const text = await log();
    expect(text).not.toContain("secret-wish");
    expect(text).not.toContain("dj_wrong");
    const [found, refused] = text
      .trim()
      .split("\n")
      .map((entry) => JSON.parse(entry));
    expect(found).toMatchObject({
      method: "GET",
      path: "/api/tools/search",
      status: 200,
      caller: "local",
      address: "127.0.0.1",
    });
    expect(refused).toMatchObject({ path: "/api/nothing", status: 401 });
    expect(refused).not.toHaveProperty("caller");
  } finally {
    child.kill("SIGKILL");
  }
});
