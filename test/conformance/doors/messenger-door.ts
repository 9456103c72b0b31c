import { expect, vi } from "vitest";
import { channels, type MessengerName } from "../../../src/config/schema/messengers.ts";
import { openMessengers } from "../../../src/doors/messengers/open-messengers.ts";
import { defined } from "../../../src/support/defined.ts";
import type { PlainMessenger } from "../../channel/messengers/test-messenger.ts";
import { aRuntime } from "../../support/a-runtime.ts";
import type { ConversationDoor, DoorOptions } from "../conversation.ts";

const PERSON = "4711";

/** A messenger on loopback, as one person uses it in private by writing words. */
export async function openMessengerConversation(
  name: MessengerName,
  open: () => Promise<PlainMessenger>,
  { files, persona }: DoorOptions,
): Promise<ConversationDoor> {
  const messenger = await open();
  const world = await aRuntime({
    files,
    ...defined({ persona }),
    config: {
      ...messenger.config,
      channels: channels.parse({ [name]: { ...messenger.settings, allowed: [PERSON] } }),
    },
  });
  const { runtime } = world;
  const faults: unknown[] = [];
  const doors = await openMessengers({ runtime, onFault: (error) => void faults.push(error) });
  const shown = () => messenger.shown().filter(({ to }) => to === PERSON);
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

  /** Whether the door waits for the person: every question is on the screen, every answer was sent. */
  async function waits(): Promise<void> {
    const seen = shown().map(({ text, buttons }) => `${text} ${buttons.map(({ reply }) => reply).join(" ")}`);
    const all = seen.join("\n");
    const questions = await runtime.approvals.list({ status: "pending" });
    for (const { id } of questions) expect(all).toContain(id);
    if (questions.length > 0) return;
    expect(await runtime.conversations.active()).toBe(0);
    const [held] = await runtime.store.conversations.list({ limit: 1 });
    const turns = await runtime.store.conversations.turns(held?.id ?? "", { limit: 50 });
    for (const { answer } of turns) expect(letters(all)).toContain(letters(answer ?? "").slice(0, 40));
  }

  return {
    workspace: world.workspace,
    kept: { door: name, user: `${name}:${PERSON}` },
    async say(text, until = "") {
      const before = shown();
      const news = () => shown().filter((message, at) => message.text !== before[at]?.text);
      const said = () =>
        news()
          .map((message) => message.text)
          .join("\n");
      await messenger.write({ person: PERSON }, text);
      await vi.waitFor(
        async () => {
          // A card that changed is told with it, and is not the answer.
          expect(shown().length).toBeGreaterThan(before.length);
          expect(said()).toContain(until);
          await waits();
        },
        { timeout: 30_000, interval: 20 },
      );
      return said();
    },
    async [Symbol.asyncDispose]() {
      await doors.close();
      await world[Symbol.asyncDispose]();
      await messenger[Symbol.asyncDispose]();
      expect(faults).toEqual([]);
    },
  };
}
