import { expect, test } from "vitest";
import { aRuntime } from "../../test/support/a-runtime.ts";
import { ScriptedModel } from "../model/language/scripted-model.ts";
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

test("a messenger sends the answer although a progress line could not be sent", async () => {
  await using world = await aRuntime({
    model: new ScriptedModel((_, turn) =>
      turn === 0 ? { calls: [{ tool: "current_time", input: {} }] } : { text: "Noon." },
    ),
    persona: "kurisu",
  });
  const said: string[] = [];
  const faults: unknown[] = [];
  const messenger = createMessenger({
    door: "qq",
    allowed: ["1"],
    runtime: world.runtime,
    progress: async () => {
      throw new Error("socket hang up");
    },
    say: async (_place, text) => void said.push(text),
    onFault: (error) => faults.push(String(error)),
  });
  await messenger.take({ person: "1", text: "what time is it", files: [] });
  expect(said).toEqual(["Noon."]);
  expect(faults).toEqual(["Error: socket hang up"]);
  messenger.close();
});
