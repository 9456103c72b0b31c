import { expect, test } from "vitest";
import { MESSENGER_NAMES } from "../../src/config/messengers.ts";
import { aDingtalk } from "../channel/messengers/a-dingtalk.ts";
import { aDiscord } from "../channel/messengers/a-discord.ts";
import { aFeishu } from "../channel/messengers/a-feishu.ts";
import { aSlack } from "../channel/messengers/a-slack.ts";
import { aWecom } from "../channel/messengers/a-wecom.ts";
import { conversationConformance } from "./conversation.ts";
import { openMessengerConversation } from "./doors/messenger-door.ts";

const MESSENGERS = {
  feishu: aFeishu,
  dingtalk: aDingtalk,
  wecom: aWecom,
  slack: aSlack,
  discord: aDiscord,
} as const;

for (const [name, open] of Object.entries(MESSENGERS))
  conversationConformance(name, (options) =>
    // Object.entries() forgets the names.
    openMessengerConversation(name as keyof typeof MESSENGERS, open, options),
  );

test("every messenger has its door where its name says", async () => {
  expect(MESSENGER_NAMES).toEqual(expect.arrayContaining(Object.keys(MESSENGERS)));
  for (const name of MESSENGER_NAMES) {
    const door: unknown = await import(`../../src/doors/messengers/${name}/open-${name}.ts`);
    expect(door).toEqual(expect.objectContaining({ open: expect.any(Function) }));
  }
});
