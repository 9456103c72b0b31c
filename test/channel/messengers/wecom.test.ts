import { WSClient } from "@wecom/aibot-node-sdk";
import { expect, test } from "vitest";
import { aWecom } from "./a-wecom.ts";
import { aMessengerWorld, eventually, messengerConformance } from "./conformance.ts";

messengerConformance("wecom", aWecom, { group: "wr-team", changesLater: false });

test("WeCom: keys that it refuses are told apart from other problems", async () => {
  await using wecom = await aWecom();
  const world = { ...wecom, settings: { ...wecom.settings, secret: "wrong" } };
  await using made = await aMessengerWorld("wecom", async () => world);
  await eventually(async () => {
    const all = await made.world.runtime.channels.list();
    expect(all.find(({ name }) => name === "wecom")).toMatchObject({ problem: { kind: "refused" } });
  });
});

test("the server of these tests speaks WeCom's wire: its own SDK logs in, hears messages and buttons there, sends and uploads", async () => {
  await using wecom = await aWecom();
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const client = new WSClient({
    botId: "bot-1",
    secret: "wecom-secret",
    wsUrl: wecom.socketUrl,
    logger: silent,
  });
  const heard: unknown[] = [];
  client.on("message.text", ({ body }) => void heard.push(body?.text.content));
  client.on("event.template_card_event", async (frame) => {
    heard.push(frame.body?.event.event_key);
    const card = { card_type: "text_notice", task_id: "t-1", sub_title_text: "Approved" };
    await client.updateTemplateCard(frame, card);
  });
  const authenticated = new Promise<void>((resolve) => void client.on("authenticated", resolve));
  client.connect();
  await authenticated;
  await wecom.write({ person: "ann" }, "hello");
  const button_list = [{ text: "Yes", key: "yes abcdef" }];
  const template_card = {
    card_type: "button_interaction",
    task_id: "t-1",
    sub_title_text: "Run it?",
    button_list,
  };
  await client.sendMessage("ann", { msgtype: "template_card", template_card });
  await wecom.press("ann", "t-1", "yes abcdef");
  await eventually(() =>
    expect(wecom.shown()).toMatchObject([{ id: "t-1", text: "Approved", buttons: [], changes: 1 }]),
  );
  expect(heard).toEqual(["hello", "yes abcdef"]);
  const { media_id } = await client.uploadMedia(Buffer.from("1,2"), { type: "file", filename: "a.csv" });
  await client.sendMediaMessage("ann", "file", media_id);
  expect(wecom.files()).toEqual([{ name: "a.csv", content: Buffer.from("1,2") }]);
  client.disconnect();
});
