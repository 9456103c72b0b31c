import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aCallingModel } from "./a-calling-model.ts";
import { anAgent } from "./an-agent.ts";
import { aCommandLine } from "./command-line.ts";

const call = [{ name: "current_time", arguments: {} }];

async function ran(replies: Parameters<typeof aCallingModel>[0], config = "") {
  await using model = await aCallingModel(replies);
  await using cli = await aCommandLine(config === "" ? {} : { "dejima.yaml": config });
  return await cli.run(["run", "do it", "--model", "openai:m", "--unattended"], {
    env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.url },
  });
}

test("dejima run writes the answer alone to a pipe: a draft that claims what nobody did never gets there", async () => {
  const { stdout, code } = await ran(["I have deleted the file report.txt.", "Nothing was deleted."]);
  expect({ stdout, code }).toEqual({ stdout: "Nothing was deleted.\n", code: 0 });
});

test("dejima run ends with a code that is not zero when the model gives no answer, and stdout is empty", async () => {
  const { stdout, stderr, code } = await ran(["", ""]);
  expect({ stdout, code }).toEqual({ stdout: "", code: 4 });
  expect(stderr).toContain("The model gave no answer");
});

test("dejima run ends with a code that is not zero when the model cannot be reached", async () => {
  await using cli = await aCommandLine();
  const { stdout, code } = await cli.run(["run", "do it", "--model", "openai:m"], {
    env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
  });
  expect({ stdout, code }).toEqual({ stdout: "", code: 4 });
});

test("a reader that goes away, as `head` does, ends a command without an error", async () => {
  await using cli = await aCommandLine();
  const child = cli.start(["tool", "list", "--json"]);
  child.stdout?.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr ?? process.stdin), once(child, "close")]);
  expect({ said, code }).toEqual({ said: "", code: 0 });
});

test("a message gets 25 rounds of calls, then an answer with the offer to continue", async () => {
  let asked = 0;
  await using agent = await anAgent(({ toolChoice }) =>
    toolChoice === "none"
      ? { text: "This far." }
      : { calls: [{ tool: "current_time", input: { timezone: `Etc/GMT+${asked++ % 12}` } }] },
  );
  const told = await agent.tell("loop");
  expect(told.end).toMatchObject({ answer: "This far.", status: "done" });
  expect(told.of("model-end").length).toBe(26);
  expect(told.of("notice").at(-1)).toMatchObject({
    situation: "limit",
    text: 'Stopped after 25 rounds. Say "continue" to go on.',
  });
});

test("in a pipe, the offer to continue is on stderr and the answer on stdout", async () => {
  const config = "agent:\n  maxIterations: 2\n";
  const { stdout, stderr } = await ran([call, [{ name: "system_info", arguments: {} }], "This far."], config);
  expect(stdout).toBe("This far.\n");
  expect(stderr).toContain('Stopped after 2 rounds. Say "continue" to go on.');
});
