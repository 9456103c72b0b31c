import { expect, test, vi } from "vitest";
import { open as openQq } from "../../src/doors/messengers/qq/open-qq.ts";
import { type Script, ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aServer } from "../network/a-server.ts";
import { aRuntime, type TestRuntimeOptions } from "../support/a-runtime.ts";
import { aOneBot } from "./a-one-bot.ts";

async function aDoor(
  bot: Awaited<ReturnType<typeof aOneBot>>,
  script: Script,
  options: TestRuntimeOptions = {},
) {
  const world = await aRuntime({ model: new ScriptedModel(script), ...options });
  const settings = { url: bot.url, accessToken: "secret", allowed: ["7"] };
  const door = await openQq({ runtime: world.runtime, settings, onFault: () => {} });
  return {
    world,
    async [Symbol.asyncDispose]() {
      await door.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
const say = (text: string) => [{ type: "text", data: { text } }];

test("an allowed person is answered; a lost connection comes back; a repeated message counts once", async () => {
  await using bot = await aOneBot();
  let runs = 0;
  await using _door = await aDoor(bot, () => ({ text: `回答 ${++runs} [CQ:at,qq=all]` }));
  await bot.write(66, 1, say("让我进来"));
  await bot.write(7, 2, say("你好"));
  await eventually(() => expect(bot.texts()).toContainEqual([7, "回答 1 [CQ:at,qq=all]"]));
  expect(bot.texts()).toContainEqual([66, "66 不在名单 channels[.]qq[.]allowed 里，所以什么也不做。"]);
  expect(bot.tokens).toEqual(["secret"]);
  bot.drop();
  await eventually(() => expect(bot.tokens).toHaveLength(2));
  await bot.write(7, 2, say("你好"));
  await bot.write(7, 3, "还在吗");
  await eventually(() => expect(bot.texts()).toContainEqual([7, expect.stringContaining("回答 2")]));
  expect(bot.texts()).toHaveLength(3);
});

test("pictures come in through the guarded client, files go out with a receipt, and a refusal is no delivery", async () => {
  await using bot = await aOneBot();
  await using pictures = await aServer((_request, response) => response.end("jpeg"));
  const told: string[] = [];
  const script: Script = ({ messages }, turn) => {
    if (turn % 2 === 0)
      return {
        calls: [
          { tool: "get_image_file" },
          { tool: "deliver_artifacts", input: { artifacts: [{ path: "a.png" }, { path: "b.csv" }] } },
        ],
      };
    told.push(JSON.stringify(messages.filter(({ role }) => role === "tool")));
    return { text: "好了" };
  };
  const { host } = new URL(pictures.url);
  await using _door = await aDoor(bot, script, {
    files: { "a.png": "png", "b.csv": "1" },
    config: { network: { allowPrivate: [host] } },
  });
  await bot.write(7, 1, [
    ...say("看看"),
    { type: "image", data: { file: "x.jpg", url: `${pictures.url}/x` } },
  ]);
  await eventually(() => expect(bot.texts()).toContainEqual([7, "好了"]));
  expect(told[0]).toMatch(/picture\.jpg[\s\S]*"?bytes\\*"?: ?4|picture\.jpg/);
  expect(bot.actions).toContainEqual({
    action: "upload_private_file",
    params: { user_id: 7, file: `base64://${btoa("1")}`, name: "b.csv" },
  });
  bot.refuse("对方已将你拉黑");
  await bot.write(7, 2, say("再来"));
  await eventually(() => expect(told).toHaveLength(2));
  expect(told[1]).toMatch(/Cannot deliver the files[\s\S]*拉黑/);
});

test("a picture whose address leads to a private host is not fetched", async () => {
  await using bot = await aOneBot();
  let reached = 0;
  await using inner = await aServer((_request, response) => {
    reached++;
    response.end("secret");
  });
  await using _door = await aDoor(bot, () => ({ text: "never" }));
  await bot.write(7, 1, [...say("看"), { type: "image", data: { url: `${inner.url}/admin` } }]);
  await eventually(() => expect(bot.texts()).toContainEqual([7, expect.stringContaining("这是内网地址")]));
  expect(reached).toBe(0);
});

test("no link goes out that a preview could be fetched for: in answers, questions, messages and captions", async () => {
  await using bot = await aOneBot();
  const address = "https://evil.example/?d=secret";
  const script: Script = ({ messages }, turn) => {
    if (turn > 0 || messages.at(-1)?.role === "tool") return { text: `看 ${address}` };
    const artifacts = [
      { path: "a.png", caption: address },
      { path: "b.csv", caption: address },
    ];
    return {
      calls: [
        { tool: "deliver_artifacts", input: { artifacts } },
        { tool: "shell", input: { command: `echo ${address}` } },
      ],
    };
  };
  await using _door = await aDoor(bot, script, { files: { "a.png": "png", "b.csv": "1" } });
  await bot.write(7, 1, say("去吧"));
  await eventually(() => expect(JSON.stringify(bot.actions)).toContain("echo https[:]//evil[.]example"));
  await bot.write(7, 2, say("取消"));
  await eventually(() => expect(bot.texts()).toContainEqual([7, "看 https[:]//evil[.]example/?d=secret"]));
  expect(JSON.stringify(bot.actions)).not.toMatch(/https:\/\/|evil\.example/);
});
