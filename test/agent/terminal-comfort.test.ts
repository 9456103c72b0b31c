import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayWidth } from "../../src/doors/cli/terminal/display-width.ts";
import { aCallingModel } from "./a-calling-model.ts";
import { aTerminal, hasTmux } from "./a-terminal.ts";
import { aCommandLine } from "./command-line.ts";

const CONFIG = "permissions:\n  confirm: [write_file]\n";

test.runIf(hasTmux).each([["C-c"], ["C-d"]])(
  "%s leaves the /model menu and the key prompt at once, and the chat goes on",
  async (key) => {
    await using cli = await aCommandLine({ "a.txt": "hello\n" });
    await using terminal = await aTerminal(cli, ["chat"]);
    await terminal.until(/A GGUF file\n>/);
    terminal.type("/model");
    await terminal.until(/Number or name \(Enter leaves it as it is\):/);
    terminal.press(key);
    await terminal.until(/Nothing changed\./);
    // A number is taken after the first line as well, as long as no model is connected.
    terminal.type("1");
    await terminal.until(/Key for/);
    terminal.press(key);
    await terminal.until(/Nothing changed\.[\s\S]*Nothing changed\./);
    terminal.type("read a.txt");
    await terminal.until(/hello/);
    terminal.type("/quit");
    await terminal.ended();
  },
);

test.runIf(hasTmux)("answers and questions break between words, in English and in Chinese", async () => {
  const english =
    "These words are long enough to go over several lines of a narrow window without being cut anywhere inside.";
  const chinese = "这是一段比较长的中文回答，窄窗口里会换行，但是标点不会落在行首。";
  await using model = await aCallingModel([`${english}\n\n${chinese}`]);
  await using cli = await aCommandLine();
  await using terminal = await aTerminal(cli, ["chat", "--model", "openai:two"], {
    ...model,
    width: 40,
    height: 40,
  });
  await terminal.until(/openai:two[\s\S]*>/);
  terminal.type("go");
  const screen = await terminal.until(/行首。/);
  const lines = screen.split("\n").map((line) => line.trimEnd());
  const words = new Set(english.split(" "));
  const shown = lines.slice(lines.findIndex((line) => line.startsWith("These words")));
  for (const line of shown.slice(0, 3))
    for (const word of line.split(" ")) expect([...words]).toContain(word);
  for (const line of shown) {
    expect(displayWidth(line)).toBeLessThanOrEqual(40);
    expect(line).not.toMatch(/^[，。]/);
  }
});

test.runIf(hasTmux)(
  "a long difference is shown page by page, and the question says what yes means",
  async () => {
    const content = `${Array.from({ length: 60 }, (_none, at) => `line ${at + 1}`).join("\n")}\n`;
    await using model = await aCallingModel([
      [{ name: "write_file", arguments: { path: "long.txt", content } }],
      "Finished.",
    ]);
    await using cli = await aCommandLine({ "dejima.yaml": CONFIG });
    await using terminal = await aTerminal(cli, ["run", "write", "it", "--model", "openai:two"], {
      ...model,
      width: 80,
      height: 30,
    });
    await terminal.until(/more lines\. Type m[\s\S]*yes\. Only this once[\s\S]*\[yes\/no[^\]]*\]\s*$/);
    expect(terminal.visible()).not.toContain("line 60");
    expect(terminal.visible()).toContain("Write long.txt?");
    while (!terminal.visible().includes("line 60")) {
      const before = terminal.visible();
      terminal.type("m");
      await terminal.seen((visible) =>
        visible !== before && /\[yes\/no[^\]]*\]\s*$/.test(visible) ? visible : "",
      );
    }
    terminal.type("yes");
    await terminal.until(/Finished\./);
  },
);

test.runIf(hasTmux)("Tab completes commands, tools and files", async () => {
  await using cli = await aCommandLine();
  await writeFile(join(cli.folder, "quarterly-report.txt"), "seventeen\n");
  await using terminal = await aTerminal(cli, ["chat"]);
  await terminal.until(/A GGUF file\n>/);
  terminal.burst("/appr\t");
  await terminal.until(/> \/approvals/);
  terminal.burst("\r");
  await terminal.until(/None\./);
  terminal.burst("/ask write_\t");
  await terminal.until(/> \/ask write_file/);
  terminal.press("C-c");
  terminal.burst("read quart\t");
  await terminal.until(/> read quarterly-report\.txt/);
  terminal.burst("\r");
  await terminal.until(/seventeen/);
});

/** A model that begins an answer and never ends it. */
async function aModelThatNeverEnds() {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith("/models") === true)
      return void response.end(JSON.stringify({ data: [{ id: "two" }] }));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const piece = { id: "1", object: "chat.completion.chunk", created: 1, model: "two" };
    response.write(
      `data: ${JSON.stringify({ ...piece, choices: [{ index: 0, delta: { role: "assistant", content: "Once upon a time " } }] })}\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.runIf(hasTmux)(
  "Ctrl-C once stops an answer that streams, keeps what was said, and the chat goes on",
  async () => {
    await using model = await aModelThatNeverEnds();
    await using cli = await aCommandLine();
    await using terminal = await aTerminal(cli, ["chat", "--model", "openai:two"], {
      env: `OPENAI_API_KEY=none OPENAI_BASE_URL=${model.url}`,
    });
    await terminal.until(/openai:two[\s\S]*>/);
    terminal.type("tell me a story");
    await terminal.until(/Once upon a/);
    terminal.press("C-c");
    await terminal.until(/Once upon a[\s\S]*\n>\s*$/);
    terminal.type("/help");
    await terminal.until(/Tab completes/);
  },
);

test.runIf(hasTmux)(
  "an empty prompt is left by Ctrl-C pressed twice, a misspelt command says what was meant, and notes break between words",
  async () => {
    await using cli = await aCommandLine();
    await using terminal = await aTerminal(cli, ["chat"], { width: 60, height: 60 });
    await terminal.until(/A GGUF file\n>/);
    terminal.type("/modle");
    await terminal.until(/Did you mean .*\/model/);
    terminal.type("/help");
    const help = await terminal.until(/ends the chat\.\n/);
    expect(help.replaceAll(/\s+/g, " ")).toContain("A line that ends in \\ continues in the next;");
    for (const line of help.split("\n").filter((one) => one.includes("Ctrl-C stops")))
      expect(line.trimEnd()).toMatch(/(?:^| )\S+$/);
    terminal.press("C-c");
    await terminal.until(/Press Ctrl-C again to end the chat\.\n>/);
    terminal.press("C-c");
    await terminal.ended();
  },
);
