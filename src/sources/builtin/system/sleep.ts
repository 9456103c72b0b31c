import { z } from "zod";
import { defineTool } from "../../../tool/define-tool.ts";

const MAX_SECONDS = 3600;

/** Waits; ends at once when the call is cancelled. */
export const sleep = defineTool({
  name: "sleep",
  aliases: ["wait"],
  summary: "Wait for a number of seconds before going on",
  description:
    "Waits `duration` seconds and returns how long it slept. Cancelling the call ends the wait at once.",
  category: "system",
  risk: "low",
  timeoutMs: (MAX_SECONDS + 1) * 1000,
  input: () =>
    z.object({
      duration: z.number().min(0).max(MAX_SECONDS).describe("Seconds to wait; fractions are fine"),
    }),
  async run({ duration }, { signal }) {
    const { setTimeout: delay } = await import("node:timers/promises");
    await delay(duration * 1000, undefined, { signal });
    return { slept: duration };
  },
});
