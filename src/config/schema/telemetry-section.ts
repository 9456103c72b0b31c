import { z } from "zod";

/** Where traces and metrics go. */
export const telemetry = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Where traces go, such as http://localhost:4318/v1/traces (OTLP over HTTP); none are made without it",
      ),
    metrics: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Where metrics go, such as http://localhost:4318/v1/metrics (OTLP over HTTP); none are made without it",
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
  .describe("Traces and metrics of runs, steps and calls for OpenTelemetry");
