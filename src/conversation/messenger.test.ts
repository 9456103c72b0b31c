import { expect, test } from "vitest";
import { aRuntime } from "../../test/support/a-runtime.ts";
import { createMessenger } from "./messenger.ts";

test("a messenger tells strangers and errors in the language that was spoken", async () => {
  await using world = await aRuntime();
  const said: string[] = [];
  const messenger = createMessenger({
    door: "qq",
    allowed: ["1"],
    runtime: world.runtime,
    say: async (_place, text) => void said.push(text),
    onFault: (error) => expect.unreachable(String(error)),
  });
  const files = [] as const;
  await messenger.take({ person: "2", text: "你好", files });
  expect(said.splice(0)).toEqual([expect.stringMatching(/^2 不在名单 channels\.qq\.allowed 里/)]);
  await world.runtime.conversations.active();
  await world.runtime.close();
  await messenger.take({ person: "1", text: "现在几点", files });
  await messenger.take({ person: "1", text: "what time is it", files });
  expect(said).toEqual(["无法接收消息：Dejima 正在关闭。", "Cannot take a message: Dejima is closing"]);
  messenger.close();
});
