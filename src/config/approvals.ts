import { z } from "zod";
import { duration } from "../support/quantity.ts";

const quorum = z.int().min(1).max(10).default(1);

/** How people are asked, how many of them, and who they are. */
export const approvals = z
  .strictObject({
    expiry: z
      .strictObject({
        chat: duration.default(600_000).describe("How long a question in a chat stays open"),
        cli: duration.default(600_000).describe("How long a question in the terminal stays open"),
        rest: duration
          .default(86_400_000)
          .describe("How long a question over REST or in the console stays open"),
        parked: duration.default(86_400_000).describe("How long a parked call waits for an answer"),
      })
      .prefault({}),
    quorum: z
      .strictObject({
        low: quorum,
        medium: quorum,
        high: quorum,
      })
      .prefault({})
      .describe("How many different people must agree, by the risk of the tool"),
    people: z
      .record(z.string().min(1).max(100), z.array(z.string().min(1).max(200)))
      .refine(namesOnce, { error: "a name stands twice: each belongs to one person" })
      .default({})
      .describe(
        "People with several names, who agree once: ann: [ann, telegram:4711], as tokens, messengers and systems call them",
      ),
  })
  .prefault({});

function namesOnce(people: Readonly<Record<string, readonly string[]>>): boolean {
  const names = Object.values(people)
    .flat()
    .map((name) => name.trim().toLowerCase());
  return new Set(names).size === names.length;
}
