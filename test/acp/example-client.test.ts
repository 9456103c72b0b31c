import { spawn } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { aSearchServer } from "../agent/a-search-server.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { peerFile } from "../channel/messengers/peers.ts";
import { COMMAND } from "../support/command.ts";

const example = peerFile("@agentclientprotocol/sdk/dist/examples/client.js");

/** The SDK's example client with other words. It starts its agent as `npx`, which here is `dejima acp`. */
async function play(folder: string, { words, choice }: { words: string; choice: number }): Promise<string> {
  const source = await readFile(fileURLToPath(example ?? ""), "utf8");
  const library = new URL("../acp.js", example).href;
  await writeFile(
    join(folder, "client.mjs"),
    source.replaceAll("Hello, agent!", words).replace('"../acp.js"', JSON.stringify(library)),
  );
  await writeFile(join(folder, "npx"), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" acp\n`);
  await chmod(join(folder, "npx"), 0o700);
  const child = spawn(process.execPath, [join(folder, "client.mjs")], {
    cwd: folder,
    env: {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      HOME: folder,
      OLLAMA_HOST: "http://127.0.0.1:9",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(`${choice}\n`);
  // It prints every piece of an answer on a line of its own.
  return (await text(child.stdout)).replaceAll(/\s+/g, " ");
}

test.skipIf(example === undefined)(
  "the SDK's example client plays the three scenes; its yes runs the script, its no does not",
  async () => {
    await using engine = await aSearchServer();
    await using cli = await aCommandLine({
      "hello.sh": "echo hello from the $(echo harbour)\n",
      "notes.md": "buy milk\n",
      "dejima.yaml": engine.config,
    });
    const say = (words: string, choice = 1) => play(cli.folder, { words, choice });
    expect(await say("look up the weather in Tokyo")).toMatch(/18°C, cloudy.*end_turn/);
    // What it says is in its buffer is what is read.
    expect(await say("what is in notes.md")).toMatch(/Mock file content.*end_turn/);
    const approved = await say("run hello.sh");
    expect(approved).toMatch(
      /Permission requested: .*hello\.sh.*\(allow_once\).*completed.*hello from the harbour.*end_turn/,
    );
    const choices = approved.match(/ \d\. [^(]+\(\w+\)/g) ?? [];
    const no = choices.findIndex((choice) => choice.includes("(reject_once)")) + 1;
    const denied = await say("run hello.sh", no);
    expect(denied).toMatch(/Permission requested: .*failed.*end_turn/);
    expect(denied).not.toContain("hello from the harbour");
  },
);
