import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { aSearchServer } from "./a-search-server.ts";
import { aTerminal, hasTmux } from "./a-terminal.ts";
import { aCommandLine } from "./command-line.ts";

test.skipIf(!hasTmux)(
  "dejima chat plays the three scenes in Chinese, asking before it runs a script",
  async () => {
    await using engine = await aSearchServer();
    await using cli = await aCommandLine({ "hello.sh": "echo 你好，出岛\n", "dejima.yaml": engine.config });
    await using terminal = await aTerminal(cli, ["chat", "--persona", "kurisu"]);
    await terminal.until(/offline:rules, persona kurisu[\s\S]*>/);
    terminal.type("东京现在几点？");
    await terminal.until(/等一下…[\s\S]*✓ current_time[\s\S]*时区 Asia\/Tokyo。/);
    terminal.type("帮我查一下今天东京的天气");
    await terminal.until(/✓ web_search[\s\S]*18°C, cloudy 多云/);
    terminal.type("hello.sh 里有什么内容");
    await terminal.until(/✓ read_file[\s\S]*共 1 行：/);
    terminal.type("帮我运行这个脚本");
    await terminal.until(
      /你确定？先看清楚。[\s\S]*在无网络的沙箱中运行[\s\S]*原因：运行命令每次都要批准[\s\S]*回复「确认」或「取消」/,
    );
    terminal.type("不确认");
    await terminal.until(/请回复「确认」或「取消」。/);
    terminal.type("确认");
    const shown = await terminal.until(
      /好，执行了。[\s\S]*✓ shell[\s\S]*好了。[\s\S]*退出码 0[\s\S]*你好，出岛\n/,
    );
    // The greeting has said that no model is connected; it is not said again.
    expect(shown).not.toContain("离线模型");
    terminal.type("/approvals");
    await terminal.until(/没有。/);
    terminal.type("/undo");
    await terminal.until(/没有可以恢复的内容。/);
  },
);

test.skipIf(!hasTmux)(
  "dejima chat plays them in English; no means no, Ctrl-C stops a call and the chat goes on",
  async () => {
    await using engine = await aSearchServer();
    await using cli = await aCommandLine({
      "hello.sh": "echo hello from the harbour\n",
      "notes.md": "buy milk\n",
      "dejima.yaml": engine.config,
    });
    await using terminal = await aTerminal(cli, ["chat"]);
    await terminal.until(/offline:rules\.[\s\S]*>/);
    terminal.type("look up the weather in Tokyo");
    await terminal.until(/✓ web_search[\s\S]*18°C, cloudy/);
    terminal.type("what is in notes.md");
    await terminal.until(/✓ read_file[\s\S]*has 1 line[\s\S]*buy milk/);
    terminal.type("run hello.sh");
    await terminal.until(/Run `sh hello\.sh`\? \[yes\/no/);
    terminal.type("no");
    await terminal.until(/✗ shell[\s\S]*denied[\s\S]*I did not run/);
    terminal.type("run `sleep 300`");
    await terminal.until(
      /runs `sleep 300`[\s\S]*1\. Yes, and don't ask again for shell with the same input in this run[\s\S]*Run `sleep 300`\? \[yes/,
    );
    terminal.type("yes");
    await terminal.until(/\nApproved\n/);
    terminal.press("C-c");
    await terminal.until(/✗ shell[\s\S]*sleep 300[\s\S]*stopped/);
    terminal.type("/cost");
    await terminal.until(/requests, [1-9][\d,.]* tokens in/);
    terminal.type("/persona kurisu");
    await terminal.until(/\nkurisu\n/);
    terminal.type("/model offline");
    await terminal.until(/\noffline:rules\n/);
    terminal.type("/thinking on");
    await terminal.until(/Thinking before answering is on\./);
    terminal.type("what is in \\");
    terminal.type("notes.md");
    await terminal.until(/Let me look\.|Hold on…|One moment\./);
    terminal.press("Up");
    await terminal.until(/> notes\.md\n*$/);
    terminal.press("C-c");
  },
);

/** A server that asks for one call and then says nothing more. */
async function aSlowServer() {
  let asked = 0;
  const server = createServer(async (request, response) => {
    await text(request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const delta = {
      tool_calls: [
        {
          index: 0,
          id: "c1",
          type: "function",
          function: { name: "shell", arguments: '{"command":"sleep 300"}' },
        },
      ],
    };
    if (asked++ > 0) return response.write(": thinking\n\n");
    response.write(`data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta }] })}\n\n`);
    response.end(
      `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] })}\n\ndata: [DONE]\n\n`,
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    env: `OPENAI_API_KEY=none OPENAI_BASE_URL=http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.skipIf(!hasTmux)(
  "Ctrl-C in a chat stops the call, pressed again the run, and then only clears the line",
  async () => {
    await using server = await aSlowServer();
    await using cli = await aCommandLine();
    await using terminal = await aTerminal(cli, ["chat", "--model", "openai:slow"], server);
    await terminal.until(/openai:slow\.[\s\S]*>/);
    terminal.type("wait for me");
    await terminal.until(/Run `sleep 300`\? \[yes/);
    terminal.type("yes");
    await terminal.until(/\nApproved\n/);
    terminal.press("C-c");
    await terminal.until(/✗ shell[\s\S]*stopped/);
    terminal.press("C-c");
    await terminal.until(/Stopped\.\n> *\n/);
    // The same press once more is meant for the run, and ends nothing.
    terminal.press("C-c");
    terminal.press("h");
    terminal.press("i");
    await terminal.until(/> hi\n/);
    terminal.press("C-c");
    await terminal.until(/> *\n*$/);
    terminal.type("/cost");
    await terminal.until(/\d+ requests/);
    expect((await cli.run(["log", "list", "--json"])).stdout).toContain('"status":"cancelled"');
  },
);

test.skipIf(!hasTmux)("dejima chat takes a paste of 500 lines as one message", async () => {
  await using cli = await aCommandLine();
  await using terminal = await aTerminal(cli, ["chat"]);
  await terminal.until(/offline:rules[\s\S]*>/);
  terminal.paste(Array.from({ length: 500 }, (_none, at) => `line ${at} of a text`).join("\n"));
  await terminal.until(/> \[paste 1: 500 lines\]/);
  terminal.type(" what time is it?");
  await terminal.until(/lines\] what time is it\?[\s\S]*\n> *\n*$/);
  expect(JSON.parse((await cli.run(["log", "list", "--json"])).stdout)).toHaveLength(1);
  expect((await cli.run(["log", "show", "--json"])).stdout).toContain("line 499 of a text what time is it?");
});

test.skipIf(!hasTmux)(
  "dejima chat takes a paste of many lines as one message, and keeps Chinese whole in a narrow terminal",
  async () => {
    await using cli = await aCommandLine({ "笔记.txt": `${"很长的一行".repeat(30)}\n` });
    await using terminal = await aTerminal(cli, ["chat"], { width: 40 });
    await terminal.until(/offline:rules[\s\S]*>/);
    terminal.paste("what time is it?\n笔记.txt 里有什么");
    await terminal.until(/what time is it\? ⏎\s*笔记.txt 里有什么/);
    terminal.press("Enter");
    await terminal.until(/✓ read_file[\s\S]*共 1 行/);
    terminal.resize(100);
    terminal.type("2的10次方");
    const shown = await terminal.until(/2\^10\)? = 1024/);
    expect(shown.replaceAll("\n", "")).toContain("很长的一行".repeat(30));
  },
);
