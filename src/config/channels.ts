import { z } from "zod";

const people = z.array(z.union([z.string().min(1), z.int()]).transform(String));

/** The messengers at which the assistant can be reached while `dejima serve` runs. */
export const channels = z
  .strictObject({
    telegram: z
      .strictObject({
        token: z.string().min(1).describe("Of the bot, best taken from ${A_VARIABLE}"),
        allowed: people.default([]).describe("The ids of the people who may write; nobody else is answered"),
        approvers: people
          .optional()
          .describe("Those of them who may answer questions about calls; all when left out"),
        apiRoot: z
          .url({ protocol: /^https?$/ })
          .default("https://api.telegram.org")
          .describe("Another Bot API server than Telegram's own"),
      })
      .optional(),
    qq: z
      .strictObject({
        url: z
          .url({ protocol: /^wss?$/ })
          .describe("The WebSocket of a OneBot v11 implementation, such as NapCat"),
        accessToken: z.string().optional().describe("Its token, best taken from ${A_VARIABLE}"),
        allowed: people
          .default([])
          .describe("The QQ numbers of the people who may write; nobody else is answered"),
        approvers: people
          .optional()
          .describe("Those of them who may answer questions about calls; all when left out"),
      })
      .optional(),
  })
  .describe("Messengers at which the assistant can be reached");
