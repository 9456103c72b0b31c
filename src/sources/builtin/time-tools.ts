import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { cacheZoneFormatters, isoText } from "../../contract/words/local-time.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** Finds the time zone of people: from their profile, else from this machine. */
export interface ZoneSource {
  timezoneOf(user: string): Promise<string>;
}

/** Returns the time in any zone. Caches one formatter per zone: creating it is the slowest step. */
export function createCurrentTime({ timezoneOf }: ZoneSource): Tool {
  const formatters = cacheZoneFormatters();
  const formatterOf = (zone: string) => {
    try {
      return formatters(zone);
    } catch {
      throw new DejimaError(
        "invalid_input",
        `Cannot tell the time in "${zone}": unknown time zone. Use an IANA name such as "Europe/Berlin"`,
      );
    }
  };
  return defineTool({
    name: "current_time",
    aliases: ["time", "get_time", "CurrentTime"],
    summary: "Tell the current date and time, in any time zone",
    description: `Returns the Unix time in milliseconds, the ISO 8601 text with the zone's offset, and the zone.
Use it before any reasoning about today, now or durations. Example: {"timezone": "Asia/Tokyo"}`,
    category: "system",
    risk: "low",
    returns: "{ timestamp: number; iso: string; timezone: string }",
    input: () =>
      z.object({
        timezone: z
          .string()
          .max(64)
          .optional()
          .describe('IANA name such as "Asia/Tokyo". Default: the zone of the user'),
      }),
    async run({ timezone }, { userId }) {
      const zone = timezone ?? (await timezoneOf(userId));
      const timestamp = Date.now();
      return { timestamp, iso: isoText(timestamp, formatterOf(zone)), timezone: zone };
    },
  });
}

const MAX_SECONDS = 3600;

/** Waits. Ends at once when the call is cancelled. */
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
