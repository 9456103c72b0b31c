import { expect, test } from "vitest";
import { aCommandLine } from "../agent/command-line.ts";

const env = { LANG: "zh_CN.UTF-8" };
const write = JSON.stringify({ path: "out/a.txt", content: "hello\n" });

/** Lines with three English words in a row, besides commands, quotes and what tools and models say themselves. */
function englishIn(text: string): string[] {
  return text
    .replaceAll(/`[^`]*`|“[^”]*”|"[^"]*"|'[^']*'|(?:dejima|apt-get|docker) [^，。；）)\n]*/g, "")
    .split("\n")
    .filter((line) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(line));
}

test("what a first hour shows in a Chinese terminal is Chinese: answers, tables, cards and errors", async () => {
  await using cli = await aCommandLine({
    "report.js":
      'const text = await tools.read_file({ path: "a.md" });\nawait tools.write_file({ path: text, content: "x" });\n',
  });
  const shown: string[] = [];
  const zh = async (...args: string[]) => {
    const { stdout, stderr } = await cli.run(args, { env });
    shown.push(
      ...[stdout, stderr].flatMap(englishIn).map((line) => `${args.slice(0, 2).join(" ")}: ${line}`),
    );
    return `${stdout}${stderr}`;
  };
  expect(await zh("tool", "call", "write_file", "--unattended", "--input", write)).toContain(
    "这里关闭了写入文件",
  );
  expect(await zh("policy", "ask", "writing")).toContain("writing：询问");
  expect(await zh("policy", "ask", "writing")).toContain("没有改动");
  await zh("policy", "explain", "write_file");
  const unended = JSON.stringify({ path: "b.txt", content: "no end" });
  expect(await zh("tool", "call", "write_file", "--dry-run", "--input", unended)).toMatch(
    /写入 \.\/b\.txt[\s\S]*文件末尾没有换行[\s\S]*会先询问。现在没有做任何事。/,
  );
  await zh("tool", "call", "write_file", "--park", "--input", write);
  expect(await zh("approvals", "list")).toMatch(/等待 +高 .*写入 \.\/out\/a\.txt/);
  const [{ id }] = (await cli.run(["approvals", "list", "--json"])).lines()[0] as unknown as [{ id: string }];
  expect(await zh("approvals", "show", id)).toMatch(/风险：高，等待/);
  expect(await zh("approvals", "approve", id)).toContain("已批准");
  expect(await zh("log", "list")).toMatch(/完成 +1 .*调用工具 write_file/);
  expect(await zh("log", "show")).toMatch(/call-end .*write_file 成功/);
  expect(await zh("log", "verify")).toMatch(/完好 [\s\S]*记录链[\s\S]*之后没有人改动/);
  await zh("undo");
  expect(await zh("undo", "last")).toMatch(/已删除 +out\/a\.txt/);
  expect(await zh("undo", "last")).toContain("没有可以撤销的");
  expect(await zh("program", "run", "report.js", "--dry-run")).toMatch(/第 2 行 +write_file +询问/);
  expect(await zh("tool", "list", "--category", "file")).toMatch(/write_file +高 +文件 +内置/);
  await zh("skill", "list");
  expect(await zh("schedule", "add", "喝水", "--in", "10m", "--reminder")).toContain("已设提醒：喝水");
  expect(await zh("schedule", "list")).toMatch(/有效 .*，一次/);
  await zh("memory", "add", "喜欢茶");
  await zh("memory", "list");
  await zh("memory", "stats");
  await zh("profile", "show");
  await zh("config", "where");
  await zh("sign-in", "show");
  await zh("sandbox", "list");
  await zh("experiment", "start", "read_file", "--description", "读取文件");
  expect(await zh("experiment", "status")).toMatch(/运行中[\s\S]*第一次调用成功/);
  await zh("channel", "list");
  await zh("model", "list");
  await zh("cost");
  expect(await zh("resume")).toContain("没有可以继续的");
  expect(await zh("tool", "call", "read_file", "--input", '{"path":"nope"}')).toBe(
    "错误 无法读取“nope”：文件不存在。\n",
  );
  expect(await zh("tool", "call", "read_file", "--input", "{}")).toContain("缺少“path”");
  await zh("--config", "nope.yaml", "tool", "list");
  await zh("skill", "install", "./nope");
  await zh("undo", "nope");
  await zh("serve", "--port", "99999");
  await zh("mcp", "add", "y", "--", "no-such-program");
  await zh("tool", "call", "nosuch");
  await zh("log", "show", "nosuch");
  const noKey = "没有 Anthropic 的密钥。`dejima model connect anthropic`";
  expect(await zh("run", "--model", "anthropic:claude", "现在几点")).toContain(noKey);
  expect(await zh("model", "use", "anthropic:claude")).toContain(noKey);
  expect(await zh("model", "list")).toContain(noKey);
  expect(shown).toEqual([]);
});
