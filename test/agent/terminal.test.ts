import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { aSearchServer } from "./a-search-server.ts";
import { aCommandLine, type CommandLine, commandPath } from "./command-line.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
if (!hasTmux) console.log("terminal: tmux is not installed, the scenes in a real terminal are passed over");

/** A chat in a real terminal. */
async function aTerminal(cli: CommandLine, args: readonly string[]) {
  const session = `dejima-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const tmux = (...words: string[]) => execFileSync("tmux", ["-L", session, ...words], { encoding: "utf8" });
  const line = `cd ${cli.folder} && exec env -i TERM=xterm LANG=C.UTF-8 HOME=${cli.folder} PATH=${process.env.PATH} OLLAMA_HOST=http://127.0.0.1:9 ${process.execPath} ${commandPath} ${args.join(" ")}`;
  tmux("-u", "new-session", "-d", "-x", "150", "-y", "120", line);
  const screen = () => tmux("capture-pane", "-p", "-S", "-200");
  const until = async (wanted: RegExp): Promise<string> => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const text = screen();
      if (wanted.test(text)) return text;
      if (Date.now() > deadline) expect.unreachable(`never saw ${wanted} in\n${text}`);
      await delay(100);
    }
  };
  return {
    until,
    type: (text: string) => tmux("send-keys", "-l", text) + tmux("send-keys", "Enter"),
    press: (key: string) => tmux("send-keys", key),
    async [Symbol.asyncDispose]() {
      spawnSync("tmux", ["-L", session, "kill-server"]);
    },
  };
}

test.skipIf(!hasTmux)(
  "dejima chat plays the three scenes in Chinese, asking before it runs a script",
  async () => {
    await using engine = await aSearchServer();
    await using cli = await aCommandLine({ "hello.sh": "echo 你好，出岛\n", "dejima.yaml": engine.config });
    await using terminal = await aTerminal(cli, ["chat", "--persona", "kurisu"]);
    await terminal.until(/offline:rules, kurisu[\s\S]*>/);
    terminal.type("东京现在几点？");
    await terminal.until(/离线模型[\s\S]*等一下…[\s\S]*✓ current_time[\s\S]*时区 Asia\/Tokyo。/);
    terminal.type("帮我查一下今天东京的天气");
    await terminal.until(/✓ web_search[\s\S]*18°C, cloudy 多云/);
    terminal.type("hello.sh 里有什么内容");
    await terminal.until(/✓ read_file[\s\S]*共 1 行：/);
    terminal.type("帮我运行这个脚本");
    await terminal.until(
      /你确定？先看清楚。[\s\S]*在无网络的沙箱中运行[\s\S]*原因：默认规则：command\.run[\s\S]*回复「确认」或「取消」/,
    );
    terminal.type("不确认");
    await terminal.until(/请回复「确认」或「取消」。/);
    terminal.type("确认");
    const shown = await terminal.until(
      /好，执行了。[\s\S]*✓ shell[\s\S]*好了。[\s\S]*退出码 0[\s\S]*你好，出岛\n/,
    );
    expect(shown.match(/离线模型/g)).toHaveLength(1);
    terminal.type("/approvals");
    await terminal.until(/没有。/);
    terminal.type("/undo");
    await terminal.until(/还没有改动过任何东西。/);
  },
  120_000,
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
    await terminal.until(/offline:rules, plain[\s\S]*>/);
    terminal.type("look up the weather in Tokyo");
    await terminal.until(/✓ web_search[\s\S]*18°C, cloudy/);
    terminal.type("what is in notes.md");
    await terminal.until(/✓ read_file[\s\S]*has 1 line[\s\S]*buy milk/);
    terminal.type("run hello.sh");
    await terminal.until(/Run exactly this\? \[yes\/no\]/);
    terminal.type("no");
    await terminal.until(/✗ shell[\s\S]*approval_denied[\s\S]*was not run/);
    terminal.type("run `sleep 300`");
    await terminal.until(
      /runs `sleep 300`[\s\S]*1\. Yes, and again in this run: runs `sleep 300`[\s\S]*Run exactly this\?/,
    );
    terminal.type("yes");
    await terminal.until(/Agreed\./);
    terminal.press("C-c");
    await terminal.until(/✗ shell[\s\S]*sleep 300[\s\S]*cancelled/);
    terminal.type("/cost");
    await terminal.until(/requests, 0 tokens in/);
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
  120_000,
);
