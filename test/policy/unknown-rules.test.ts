import { expect, test } from "vitest";
import { examine } from "../../src/doctor.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

const yaml = `permissions:
  safe: [read_file, fetch_url, "write_file(./out/**)"]
  confirm: [browser, "browser_*", greet, file.write, get_env, writing]
  deny: [reed_file, "nothing_*", "notes__add", Browsr]
`;

test("ready() tells each rule that names no tool, with what may have been meant, once", async () => {
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  await using world = await aRuntime({ yaml, onNotice, tools: [aTool({ name: "greet" })] });
  await world.runtime.ready();
  await world.runtime.ready();
  expect(notices).toEqual([
    expect.stringMatching(
      /^The rule "reed_file" \(.*dejima\.yaml:4\) has no effect: .*did you mean read_file/,
    ),
    expect.stringMatching(/^The rule "nothing_\*" .*no tool is called "nothing_\*"/),
    expect.stringMatching(/^The rule "notes__add" /),
    expect.stringMatching(/^The rule "Browsr" .*did you mean browser\?/),
  ]);
});

test("a rule for a tool of a configured server is not told before the server is known", async () => {
  const notices: string[] = [];
  const mcpServers = { notes: { command: "/nowhere/notes", trusted: true } };
  const permissions = { deny: ["notes__add", "add_note_to_notebook", "reed_file"] };
  const onNotice = (text: string) => void notices.push(text);
  await using world = await aRuntime({ config: { mcpServers, permissions }, onNotice });
  await world.runtime.ready();
  expect(notices).toEqual([expect.stringContaining('"reed_file"')]);
});

test("doctor warns of a rule that names no tool, and is content with families and aliases", async () => {
  const permissionsOf = async (text: string) => {
    await using world = await aRuntime({ yaml: text });
    for await (const check of examine(world.runtime.settings)) if (check.name === "permissions") return check;
    return undefined;
  };
  expect(await permissionsOf("permissions: {deny: [reed_file]}\n")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("did you mean read_file"),
    fix: expect.stringContaining("dejima policy forget"),
  });
  expect(await permissionsOf("permissions: {confirm: [browser, fetch_url]}\n")).toMatchObject({
    status: "ok",
  });
});
