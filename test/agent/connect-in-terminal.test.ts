import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aKeyedModel, KEY } from "./a-keyed-model.ts";
import { aTerminal, hasTmux } from "./a-terminal.ts";
import { aCommandLine } from "./command-line.ts";

test.runIf(hasTmux)(
  "a newcomer with an empty HOME connects a model in dejima chat: a number, an address, a key that is never shown",
  async () => {
    await using mock = await aKeyedModel();
    await using cli = await aCommandLine();
    // Without a command, a terminal gets the chat.
    await using terminal = await aTerminal(cli, []);
    await terminal.until(/No model is connected[\s\S]*4 {2}Any server that speaks OpenAI's API/);
    terminal.type("anthropic");
    await terminal.until(/Key for Anthropic/);
    terminal.press("Enter");
    await terminal.until(/Nothing changed/);
    terminal.type("4");
    await terminal.until(/Address, such as/);
    terminal.type(mock.url);
    await terminal.until(/Key for 127/);
    terminal.type("a-wrong-key-first");
    await terminal.until(/refused the key/);
    await terminal.until(/Key for 127[\s\S]*Key for 127/);
    terminal.type(KEY);
    await terminal.until(/Connected: compatible:little-model answers from now on/);
    await terminal.until(/readable by you alone/);
    terminal.type("hello");
    const screen = await terminal.until(/Hello from the mock/);
    expect(screen).not.toContain(KEY);
    const file = join(cli.folder, ".config/dejima/models.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toContain(KEY);
    // Nothing else that was written holds it.
    const found = await cli.run(["log", "show", "--json"]);
    expect(found.stdout).toContain("Hello from the mock");
    expect(found.stdout).not.toContain(KEY);
  },
);

test("dejima model connect takes the key from standard input, and dejima model list shows the choice", async () => {
  await using mock = await aKeyedModel();
  await using cli = await aCommandLine();
  const connect = ["model", "connect", "--base-url", mock.url, "--key-stdin"];
  const refused = await cli.run(connect, { stdin: "not-the-key-at-all\n" });
  expect(refused).toMatchObject({ code: 4 });
  expect(refused.stderr).toContain("refused the key");
  expect(refused.stderr).not.toContain("not-the-key-at-all");
  const connected = await cli.run([...connect, "--json"], { stdin: `${KEY}\n` });
  expect(connected.lines()).toEqual([
    { ok: true, id: "compatible:little-model", models: ["little-model", "big-model"] },
  ]);
  const listed = await cli.run(["model", "list"]);
  expect(listed.stdout).toMatch(/^compatible:little-model {2}\(chosen here/);
  expect((await cli.run(["run", "hello"])).stdout).toBe("Hello from the mock.\n");
  expect((await cli.run(["model", "forget", "compatible"])).stdout).toContain("is gone");
});

test("a missing key is said at once by dejima run, with a code that is not zero", async () => {
  await using cli = await aCommandLine();
  const ran = await cli.run(["run", "hello", "--model", "openai:gpt-5-mini"]);
  expect(ran.code).toBe(4);
  expect(ran.stdout + ran.stderr).toContain("dejima model connect openai");
  expect(ran.stderr).not.toContain("Retrying");
});
