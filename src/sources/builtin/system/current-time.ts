import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Tells the time, in any zone. */
export const currentTime = defineTool({
  name: "current_time",
  aliases: ["time", "get_time", "CurrentTime"],
  summary: "Tell the current date and time, in any time zone",
  description: `Returns the Unix time in milliseconds, the ISO 8601 text with the zone's offset, and the zone.
Use it before any reasoning about today, now or durations. Example: {"timezone": "Asia/Tokyo"}`,
  category: "system",
  risk: "low",
  input: () =>
    z.object({
      timezone: z
        .string()
        .max(64)
        .optional()
        .describe('IANA name such as "Asia/Tokyo"; the machine\'s own when left out'),
    }),
  run({ timezone }) {
    const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const timestamp = Date.now();
    return { timestamp, iso: isoInZone(timestamp, zone), timezone: zone };
  },
});

function isoInZone(timestamp: number, timeZone: string): string {
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(timestamp)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  const offset = part("timeZoneName").replace("GMT", "") || "+00:00";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}${offset}`;
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
  } catch {
    throw new DejimaError(
      "invalid_input",
      `Cannot tell the time in "${timeZone}": no such time zone. Use an IANA name such as "Europe/Berlin"`,
    );
  }
}
