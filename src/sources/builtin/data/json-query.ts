import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { measureJson } from "../../../support/json.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import { defineTool } from "../../../tool/define-tool.ts";
import type { QueryJob, Selection } from "./select-values.ts";

/** Selects values out of JSON data by JSONPath. */
export const jsonQuery = defineTool({
  name: "json_query",
  summary: "Select values out of JSON data with a JSONPath query",
  description: `Evaluates a JSONPath query (RFC 9535) and returns the values and the path of each.
Give \`data\`, or \`text\` that contains JSON. Example: {"query": "$.users[?@.age > 30].name", "data": {…}}`,
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
    const parsed = text === undefined ? data : parseJsonText(text, '"text"');
    return select({ path, data: parsed, limit }, signal);
  },
});

async function select(job: QueryJob, signal: AbortSignal): Promise<Selection> {
  try {
    if (isLinear(job.path)) return (await import("./select-values.ts")).selectValues(job);
    const { runInWorker } = await import("../run-in-worker.ts");
    return await runInWorker<Selection>(job, { worker: "query-worker", beside: import.meta.url, signal });
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw new DejimaError(
      "invalid_input",
      `Cannot use the query "${job.path}": ${thrownText(cause)}. JSONPath starts with $`,
    );
  }
}

// Filters contain patterns and further queries, and each ".." multiplies the nodes to visit: a query with
// them could block the process.
function isLinear(path: string): boolean {
  return !path.includes("?") && path.split("..").length <= 2;
}

const BOUNDS = { maxDepth: 400, maxSize: Number.MAX_SAFE_INTEGER };

/** Parses JSON text within the bounds for data. `what` names the text in errors. */
export function parseJsonText(text: string, what: string): unknown {
  const refuse = (why: string) => new DejimaError("invalid_input", `Cannot parse ${what} as JSON: ${why}`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw refuse(thrownText(cause));
  }
  const { fault } = measureJson(data, BOUNDS);
  if (fault === undefined) return data;
  throw refuse(`${fault.path === "" ? "it" : `"${fault.path}"`} ${fault.problem}`);
}
