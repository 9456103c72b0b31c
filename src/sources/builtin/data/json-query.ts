import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import { parseJsonText } from "./parse-json-text.ts";
import type { QueryJob, Selection } from "./select-values.ts";

/** Selects values out of JSON data by JSONPath. */
export const jsonQuery = defineTool({
  name: "json_query",
  summary: "Select values out of JSON data with a JSONPath query",
  description: `Evaluates a JSONPath query (RFC 9535) and returns the values found and where each stood.
Give \`data\`, or \`text\` that holds JSON. Example: {"query": "$.users[?@.age > 30].name", "data": {…}}`,
  category: "data",
  risk: "low",
  input: () =>
    z.object({
      query: z.string().min(1).max(2_000).describe('JSONPath, such as "$.items[0].name"'),
      data: z.unknown().optional().describe("The data to look into"),
      text: z.string().optional().describe("JSON text to look into, instead of data"),
      limit: z.int().min(1).max(10_000).default(1_000).describe("Most values to return"),
    }),
  async run({ query: path, data, text, limit }, { signal }) {
    if ((data === undefined) === (text === undefined)) {
      throw new DejimaError("invalid_input", 'Cannot query: give either "data" or "text"');
    }
    const held = text === undefined ? data : parseJsonText(text, '"text"');
    return select({ path, data: held, limit }, signal);
  },
});

async function select(job: QueryJob, signal: AbortSignal): Promise<Selection> {
  try {
    if (isLinear(job.path)) return (await import("./select-values.ts")).selectValues(job);
    return await (await import("./query-in-thread.ts")).queryInThread(job, { signal });
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw new DejimaError(
      "invalid_input",
      `Cannot use the query "${job.path}": ${thrownText(cause)}. JSONPath starts with $`,
    );
  }
}

// Filters hold patterns and queries of their own, and each ".." multiplies what is visited: those could block everything.
function isLinear(path: string): boolean {
  return !path.includes("?") && path.split("..").length <= 2;
}
