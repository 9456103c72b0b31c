import { expect, test } from "vitest";
import { MESSENGER_NAMES } from "../../src/config/schema/messengers.ts";
import type { PlainMessenger } from "../channel/messengers/test-messenger.ts";
import { conversationConformance } from "./conversation.ts";
import { openMessengerConversation } from "./doors/messenger-door.ts";

for (const name of MESSENGER_NAMES) {
  // The messenger on loopback: `a-NAME.ts` has the function `aName`.
  const file = `../channel/messengers/a-${name}.ts`;
  const module: Readonly<Record<string, () => Promise<PlainMessenger>>> = await import(file);
  const open = module[`a${name[0]?.toUpperCase()}${name.slice(1)}`];
  if (open === undefined) throw new Error(`${file} opens no messenger`);
  conversationConformance(name, (options) => openMessengerConversation(name, () => open(), options));
}

test("every messenger has its door where its name says", async () => {
  for (const name of MESSENGER_NAMES) {
    const door: unknown = await import(`../../src/doors/messengers/${name}/open-${name}.ts`);
    expect(door).toEqual(expect.objectContaining({ open: expect.any(Function) }));
  }
});
