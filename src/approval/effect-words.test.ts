import { expect, test } from "vitest";
import type { Effect } from "../contract/effect.ts";
import { canonicalCommands } from "../policy/canonical-command.ts";
import { callTitle } from "./describe-call.ts";
import { effectWords } from "./effect-words.ts";

const words = (effects: readonly Effect[], contained = true) =>
  effectWords(effects, { folder: "/w", contained });
const deleting = (name: string): Effect => ({ kind: "file.delete", target: `/w/data/${name}` });

const SAYINGS: readonly [readonly Effect[], readonly string[], readonly string[]][] = [
  [
    [deleting("a"), deleting("b"), deleting("deep/c")],
    ["deletes 3 files under ./data"],
    ["删除 ./data 下的 3 个文件"],
  ],
  [[deleting("a")], ["deletes ./data/a"], ["删除 ./data/a"]],
  [[deleting("a"), deleting("a")], ["deletes ./data/a"], ["删除 ./data/a"]],
  [
    [{ kind: "command.run", target: "rm -rf ./data" }],
    ["runs `rm -rf ./data` in a sandbox without network"],
    ["在无网络的沙箱中运行 `rm -rf ./data`"],
  ],
  [
    [
      { kind: "command.run", target: "npm i" },
      { kind: "host.send", target: "https://registry.example/" },
    ],
    ["runs `npm i` in a sandbox that reaches registry.example", "can send data to registry.example"],
    ["在可访问 registry.example 的沙箱中运行 `npm i`", "可以向 registry.example 发送数据"],
  ],
  [[{ kind: "file.write", target: "/elsewhere/a" }], ["writes /elsewhere/a"], ["写入 /elsewhere/a"]],
  [[{ kind: "file.write", target: "/w" }], ["writes ./"], ["写入 ./"]],
  [[{ kind: "message.send", target: "bob" }], ["sends a message to bob"], ["向 bob 发送消息"]],
  [[], ["does not say what it would touch"], ["没有说明会影响什么"]],
];

test("effectWords() says of a built-in tool without effects that nothing changes", () => {
  const { en, zh } = effectWords([], { folder: "/w", contained: true, builtin: true });
  expect([...en, ...zh]).toEqual(["changes nothing outside of Dejima", "不改动 Dejima 以外的东西"]);
});

for (const [effects, en, zh] of SAYINGS) {
  test(`effectWords() says: ${en.join("; ")}`, () => expect(words(effects)).toEqual({ en, zh }));
}

test("effectWords() says that parts of a command are unknown, and claims no sandbox without one", () => {
  const opaque: Effect = { kind: "command.run", target: "echo $X", opaque: true };
  expect(words([opaque], false).en).toEqual(["runs `echo $X`; parts of it are only known while it runs"]);
});

test("a question shows the commands of a line once, and no quoted word of one as a command", () => {
  const effects = canonicalCommands('git commit -m "fix the thing"');
  expect(callTitle("shell", effects, "/w").en).toBe("Run `git commit -m fix the thing`?");
  expect(words(effects).en).toHaveLength(1);
  expect(effects.filter(({ opaque }) => opaque !== true)).toEqual([]);
  const hidden = canonicalCommands("echo \"$(rm x)\"; sh <<EOF\nrm y\nEOF\nrm 'z a'; echo 'rm $q'; rm $q");
  expect(callTitle("shell", hidden, "/w").en).toBe(
    "Run `echo $(rm x); rm x; sh <<EOF; rm y; rm z a; echo rm $q; rm $q`?",
  );
});
