import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** Selects values out of JSON data by JSONPath. */
export const jsonQuery = defineTool({
  name: "json_query",
  summary: "Select values out of JSON data with a JSONPath query",
  description: `Evaluates a JSONPath query (RFC 9535) and returns the values found and where each stood.
Give \`data\`, or \`text\` that holds JSON. Example: {"query": "$.users[?@.age > 30].name", "data": {…}}`,
  category: "data",
  risk: "low",
  input: z.object({
    query: z.string().min(1).max(2_000).describe('JSONPath, such as "$.items[0].name"'),
    data: z.unknown().optional().describe("The data to look into"),
    text: z.string().optional().describe("JSON text to look into, instead of data"),
    limit: z.int().min(1).max(10_000).default(1_000).describe("Most values to return"),
  }),
  async run({ query: path, data, text, limit }) {
    if ((data === undefined) === (text === undefined)) {
      throw new DejimaError("invalid_input", 'Cannot query: give either "data" or "text"');
    }
    const nodes = [...(await select(path, text === undefined ? data : parse(text)))];
    const found = nodes.slice(0, limit);
    return {
      values: found.map(({ value }) => value),
      paths: found.map((node) => node.path),
      total: nodes.length,
    };
  },
});

async function select(path: string, data: unknown) {
  const { query } = await import("json-p3");
  try {
    // The library types its input as JSON; the input was checked to be JSON data before the tool ran.
    return query(path, data as never);
  } catch (cause) {
    throw new DejimaError(
      "invalid_input",
      `Cannot use the query "${path}": ${cause instanceof Error ? cause.message : cause}. JSONPath starts with $`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DejimaError(
      "invalid_input",
      `Cannot parse "text" as JSON: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}
