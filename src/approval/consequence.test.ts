import { expect, test } from "vitest";
import type { Effect } from "../contract/effect.ts";
import type { Source } from "../contract/tool.ts";
import { consequenceOf } from "./consequence.ts";

const inFolder = (path: string) => `/project/${path}`;

const CASES: readonly (readonly [Source, readonly Effect[], en: string, zh: string])[] = [
  [
    "builtin",
    [{ kind: "file.delete", target: inFolder("data/a.csv") }],
    "Deletes ./data/a.csv; this can be undone.",
    "会删除 ./data/a.csv，可以撤销。",
  ],
  [
    "builtin",
    [
      { kind: "file.write", target: inFolder("out/a.txt") },
      { kind: "file.write", target: inFolder("out/b.txt") },
    ],
    "Changes ./out; this can be undone.",
    "会改动 ./out，可以撤销。",
  ],
  [
    "custom",
    [{ kind: "file.write", target: inFolder("a.txt") }],
    "Changes ./a.txt; undoing it may not be possible.",
    "会改动 ./a.txt，可能无法撤销。",
  ],
  [
    "builtin",
    [
      { kind: "command.run", target: "rm -rf data" },
      { kind: "file.read", target: "/project", mounted: true },
    ],
    "Runs in a sandbox; it cannot change your files.",
    "会在沙箱中运行，改不了你的文件。",
  ],
  [
    "builtin",
    [
      { kind: "command.run", target: "rm -rf data" },
      { kind: "file.write", target: "/project" },
      { kind: "host.send", target: "https://api.example.com/" },
    ],
    "Runs in a sandbox and can send data to api.example.com, which cannot be taken back and can change or delete files under ./; changes can be undone unless the folder is too large to copy.",
    "会在沙箱中运行，并能向 api.example.com 发送数据（无法撤回），可能修改或删除 ./ 下的文件，改动可以撤销，除非文件夹太大无法备份。",
  ],
  [
    "mcp",
    [{ kind: "command.run", target: "node server.js" }],
    "Runs a program outside of the sandbox; undoing it may not be possible.",
    "会在沙箱之外运行程序，可能无法撤销。",
  ],
  [
    "builtin",
    [{ kind: "message.send", target: "telegram:1" }],
    "Sends a message to telegram:1; this cannot be taken back.",
    "会向 telegram:1 发送消息，无法撤回。",
  ],
  [
    "builtin",
    [{ kind: "host.send", target: "https://a.example/x" }],
    "Sends data to a.example; this cannot be taken back.",
    "会向 a.example 发送数据，无法撤回。",
  ],
  [
    "builtin",
    [{ kind: "host.read", target: "https://a.example/x" }],
    "Fetches from a.example; nothing is changed.",
    "会从 a.example 获取内容，不会改动任何东西。",
  ],
  [
    "mcp",
    [],
    "Does not say what it changes; undoing it may not be possible.",
    "没有说明会改动什么，可能无法撤销。",
  ],
];

test.each(CASES)("consequenceOf() a %s tool with %j says: %s", (source, effects, en, zh) => {
  expect(consequenceOf({ source }, { input: {}, effects, folder: "/project" })).toEqual({ en, zh });
});
