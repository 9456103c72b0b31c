import * as lark from "@larksuiteoapi/node-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFrame, encodeFrame } from "../../../src/doors/messengers/feishu/frame.ts";
import { createFragments } from "../../../src/doors/messengers/feishu/open-feishu.ts";
import { aFeishu } from "./a-feishu.ts";
import { eventually, messengerConformance } from "./conformance.ts";

messengerConformance("feishu", aFeishu, { group: "oc_team", threads: true });

test("the server of these tests speaks Feishu's wire: its own SDK hears messages and cards there, and sends", async () => {
  await using feishu = await aFeishu();
  const heard: unknown[] = [];
  const common = {
    appId: "cli_a1b2c3d4e5f60718",
    appSecret: String(feishu.settings.appSecret),
    domain: feishu.url,
  };
  const quiet = { loggerLevel: lark.LoggerLevel.error };
  const socket = new lark.WSClient({ ...common, ...quiet });
  const dispatcher = new lark.EventDispatcher(quiet).register({
    "im.message.receive_v1": async (data: unknown) => void heard.push(data),
    // The SDK has no type for it.
    "card.action.trigger": async (data: unknown) => {
      heard.push(data);
      return { toast: { type: "error", content: "told" } };
    },
  } as never);
  await socket.start({ eventDispatcher: dispatcher });
  await feishu.write({ person: "ann", group: "oc_1" }, "hello");
  expect(await feishu.press("ann", "om_1", "yes abcdef")).toBe("told");
  expect(heard).toMatchObject([
    { message: { chat_id: "oc_1", content: expect.stringContaining("hello") } },
    { operator: { open_id: "ann" }, action: { value: { reply: "yes abcdef" } } },
  ]);
  const card = { elements: [{ tag: "div", text: { tag: "plain_text", content: "from the SDK" } }] };
  const client = new lark.Client({ ...common, ...quiet });
  const data = { receive_id: "ann", msg_type: "interactive", content: JSON.stringify(card) };
  const sent = await client.im.message.create({ params: { receive_id_type: "open_id" }, data });
  await client.im.message.patch({
    path: { message_id: sent.data?.message_id ?? "" },
    data: { content: JSON.stringify(card) },
  });
  await eventually(() =>
    expect(feishu.shown()).toMatchObject([{ to: "ann", text: "from the SDK", changes: 1 }]),
  );
  socket.close({ force: true });
});

test("decodeFrame() reads what encodeFrame() writes, and never hangs or crashes on other bytes: 10,000 frames", () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  const frame = fc.record({
    seqId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    logId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    service: fc.nat(),
    method: fc.constantFrom(0, 1),
    headers: fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { noNullPrototype: false }),
    payload: bytes,
  });
  fc.assert(
    fc.property(frame, bytes, fc.nat(60), (given, noise, cut) => {
      const whole = encodeFrame(given);
      const read = decodeFrame(whole);
      expect({ ...read, headers: { ...read.headers } }).toEqual({ ...given, headers: { ...given.headers } });
      for (const broken of [whole.subarray(0, cut), noise])
        try {
          createFragments().add(decodeFrame(broken));
        } catch (error) {
          expect(String(error)).toContain("Cannot read a frame");
        }
    }),
    { numRuns: 10_000, seed: 5 },
  );
});
