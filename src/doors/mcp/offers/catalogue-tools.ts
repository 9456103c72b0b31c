import type { CallToolResult } from "@modelcontextprotocol/server";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { callResult } from "../calls/call-result.ts";
import type { ClientRuns } from "../calls/client-runs.ts";
import type { Client } from "../client.ts";

interface CatalogueParts {
  readonly runtime: Runtime;
  readonly runs: ClientRuns;
  readonly client: Client;
}

const found = (output: unknown): CallToolResult =>
  callResult({ type: "success", callId: "", runId: "", output }, undefined);

/** Answers `search_tools`: only with tools that this client may use. */
export async function searchTools(
  { query, limit, category }: { query: string; limit: number; category?: string | undefined },
  { runtime, runs, client }: CatalogueParts,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { reach } = await runs.of(client);
  const { registry } = runtime;
  const allowed = ({ id }: { readonly id: string }) => {
    const tool = registry.get(id);
    return tool !== undefined && reach(tool) === "open";
  };
  const categories = category === undefined ? {} : { categories: [category] };
  const { search } = runtime;
  const { hits, advice, notices } = await search.tools(query, { limit, allowed, signal, ...categories });
  return found({
    tools: hits.map(({ name, score, why }) => ({
      name,
      summary: registry.get(name)?.summary ?? "",
      score,
      why,
    })),
    ...(advice === undefined ? {} : { advice }),
    ...(notices.length === 0 ? {} : { notices }),
  });
}

/** Answers `describe_tool`: a tool that this client can never use is none for it. */
export async function describeTool(
  name: string,
  { runtime, runs, client }: CatalogueParts,
): Promise<CallToolResult> {
  const info = runtime.toolInfo(name);
  const tool = runtime.registry.require(name);
  if ((await runs.of(client)).reach(tool) === "denied")
    throw new DejimaError(
      "tool_not_allowed",
      `Cannot describe "${name}": the policy denies it to this client`,
    );
  return found(info);
}
