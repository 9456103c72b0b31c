import { z } from "zod";
import type { Mail } from "../../../contract/channel.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Sends a message to the person of the run, or to somebody else at a door. */
export function createSendMessage(mail: () => Promise<Mail>): Tool {
  return defineTool({
    name: "send_message",
    summary: "Send a message to the user, or to somebody else at a channel",
    description: `Without \`to\` it goes to the user of this conversation, which needs no permission. Returns {receipt, status}: \`delivered\` when the channel
has it, \`kept\` when it waits until the user looks. Without a receipt it was not sent, and the call fails.`,
    category: "channel",
    risk: "low",
    input: () =>
      z.object({
        text: z.string().min(1).max(20_000),
        to: z
          .string()
          .min(3)
          .max(200)
          .optional()
          .describe("door:user, such as telegram:4711; the user when left out"),
      }),
    effects: ({ to }) => (to === undefined ? [] : [{ kind: "message.send", target: to }]),
    async run({ text, to }, { runId, signal }) {
      const service = await mail();
      const recipient = await (to === undefined ? service.recipientOf(runId) : service.find(to));
      const { id, status } = await service.send({ type: "text", text }, recipient, { signal });
      return { receipt: id, status, door: recipient.door };
    },
  });
}
