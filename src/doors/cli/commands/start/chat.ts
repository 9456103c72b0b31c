import { z } from "zod";
import { AGENT_FIELDS, CONVERSATION } from "../../chat/agent-options.ts";
import { defineCommand } from "../../define-command.ts";
import { flag } from "../../input/fields.ts";

const chat = defineCommand({
  path: ["chat"],
  summary: "Talk to the agent in the terminal",
  input: z.object({
    ...AGENT_FIELDS,
    conversation: CONVERSATION,
    continue: flag("continue your latest conversation"),
  }),
  examples: ["dejima chat", "dejima chat --continue", "dejima chat --persona kurisu"],
  async run(context, input) {
    const { chatLoop } = await import("../../chat/chat-loop.ts");
    return chatLoop(context, input);
  },
});

/** The commands of this file. */
export const COMMANDS = [chat];
