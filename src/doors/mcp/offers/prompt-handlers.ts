import type {
  CompleteResult,
  GetPromptResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { performHolding } from "../calls/perform-holding.ts";
import { protocolError } from "../calls/protocol-failure.ts";
import type { RequestParts } from "../request-parts.ts";
import { offeredPrompts } from "./prompt-list.ts";

/** Serves skills and the prompts of servers as prompts, with completion of their arguments. */
export function promptHandlers(server: Server, parts: (context: ServerContext) => RequestParts): void {
  server.setRequestHandler("prompts/list", async (_request, context) => {
    const { runtime, holdings } = parts(context);
    return { prompts: (await offeredPrompts(runtime, holdings)).map(({ prompt }) => prompt) };
  });
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: given } }, context) => {
    const request = parts(context);
    const from = await origin(name, request);
    if ("skill" in from) return skillPrompt(from.skill, request);
    const input = { server: from.server, prompt: from.name, arguments: given ?? {} };
    return performHolding<GetPromptResult>({ tool: "get_mcp_prompt", input }, context, request);
  });
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const request = parts(context);
    const { ref, argument, context: around } = params;
    const asked = { argument, ...(around === undefined ? {} : { context: around }) };
    if (ref.type === "ref/prompt") {
      const from = await origin(ref.name, request);
      if ("skill" in from) return NO_VALUES;
      return complete(from.server, { ...asked, ref: { ...ref, name: from.name } }, context, request);
    }
    const holding = (await request.holdings.all()).find(({ templates }) =>
      templates.some(({ uriTemplate }) => uriTemplate === ref.uri),
    );
    if (holding === undefined) throw unknown(`Unknown resource template: ${ref.uri.slice(0, 200)}`);
    return complete(holding.upstream.server, { ...asked, ref }, context, request);
  });
}

const NO_VALUES: CompleteResult = { completion: { values: [] } };

async function origin(name: string, { runtime, holdings }: RequestParts) {
  const found = (await offeredPrompts(runtime, holdings)).find(({ prompt }) => prompt.name === name);
  if (found === undefined) throw unknown(`Unknown prompt: ${name.slice(0, 100)}`);
  return found.from;
}

async function skillPrompt(
  name: string,
  { runtime }: RequestParts,
): Promise<GetPromptResult | InputRequiredResult> {
  const skill = await (await runtime.skills()).use(name);
  skill.release();
  const { description, body } = skill;
  return { description, messages: [{ role: "user", content: { type: "text", text: body } }] };
}

type Completion = Parameters<
  Awaited<ReturnType<RequestParts["holdings"]["all"]>>[number]["upstream"]["complete"]
>[0];

async function complete(
  name: string,
  params: Completion,
  { mcpReq: { signal } }: ServerContext,
  { holdings, desk, client }: RequestParts,
): Promise<CompleteResult> {
  const holding = (await holdings.all()).find(({ upstream }) => upstream.server === name);
  if (holding?.upstream.capabilities().completions === undefined) return NO_VALUES;
  // What was typed so far is data, too, and no person can be asked at each key.
  if (holding.upstream.sends && (await desk.isMarked(client))) return NO_VALUES;
  try {
    return await holding.upstream.complete(params, { signal });
  } catch (error) {
    throw protocolError(error);
  }
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
