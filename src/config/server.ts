import { z } from "zod";

/** What `dejima serve` may be asked for. */
export const server = z
  .strictObject({
    rateLimit: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1_200)
      .describe("Requests that each token may make in a minute"),
    maxStreams: z
      .int()
      .min(1)
      .max(100_000)
      .default(1_000)
      .describe("Event streams that may be open at once; more are refused politely"),
    maxRuns: z.int().min(1).max(100_000).default(500).describe("Chats that may be going on at once"),
  })
  .prefault({})
  .describe("Limits of `dejima serve`");

/** Where traces go. */
export const telemetry = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Where traces go, such as http://localhost:4318/v1/traces (OTLP over HTTP); none are made without it",
      ),
    headers: z
      .record(z.string(), z.string())
      .default({})
      .describe("Sent along, such as a key, best taken from ${A_VARIABLE}"),
    content: z
      .boolean()
      .default(false)
      .describe("Also put messages, inputs and outputs into the traces; secrets stay out"),
  })
  .prefault({})
  .describe("Traces of runs, steps and calls for OpenTelemetry");
