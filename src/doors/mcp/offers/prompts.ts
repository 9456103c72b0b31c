import {
  type CompleteResult,
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Runtime } from "../../../runtime.ts";
import { defined } from "../../../support/defined.ts";
import { protocolError } from "../calls/call-result.ts";
import { performUpstreamRequest } from "../calls/sdk-calls.ts";
import type { RequestParts } from "../door.ts";
import type { UpstreamContents } from "./upstream-contents.ts";

/** Serves skills and the prompts of servers as prompts, with completion of their arguments. */
export function promptHandlers(server: Server, parts: (context: ServerContext) => RequestParts): void {
  server.setRequestHandler("prompts/list", async (_request, context) => {
    const { runtime, upstreamContents } = parts(context);
    return { prompts: (await offeredPrompts(runtime, upstreamContents)).map(({ prompt }) => prompt) };
  });
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: args } }, context) => {
    const request = parts(context);
    const from = await origin(name, request);
    if ("skill" in from) return skillPrompt(from.skill, request);
    const input = { server: from.server, prompt: from.name, arguments: args ?? {} };
    return performUpstreamRequest<GetPromptResult>({ tool: "get_mcp_prompt", input }, context, request);
  });
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const request = parts(context);
    const { ref, argument, context: known } = params;
    const completion = { argument, ...defined({ context: known }) };
    if (ref.type === "ref/prompt") {
      const from = await origin(ref.name, request);
      if ("skill" in from) return NO_VALUES;
      return complete(from.server, { ...completion, ref: { ...ref, name: from.name } }, context, request);
    }
    const upstreamContent = (await request.upstreamContents.all()).find(({ templates }) =>
      templates.some(({ uriTemplate }) => uriTemplate === ref.uri),
    );
    if (upstreamContent === undefined) throw unknown(`Unknown resource template: ${ref.uri.slice(0, 200)}`);
    return complete(upstreamContent.upstream.server, { ...completion, ref }, context, request);
  });
}

const NO_VALUES: CompleteResult = { completion: { values: [] } };

async function origin(name: string, { runtime, upstreamContents }: RequestParts) {
  const found = (await offeredPrompts(runtime, upstreamContents)).find(({ prompt }) => prompt.name === name);
  if (found === undefined) throw unknown(`Unknown prompt: ${name.slice(0, 100)}`);
  return found.from;
}

async function skillPrompt(
  name: string,
  { runtime }: RequestParts,
): Promise<GetPromptResult | InputRequiredResult> {
  const skill = await runtime.skills.use(name);
  skill.release();
  const { description, body } = skill;
  return { description, messages: [{ role: "user", content: { type: "text", text: body } }] };
}

type Completion = Parameters<
  Awaited<ReturnType<RequestParts["upstreamContents"]["all"]>>[number]["upstream"]["complete"]
>[0];

async function complete(
  name: string,
  params: Completion,
  { mcpReq: { signal } }: ServerContext,
  { upstreamContents, runs, client }: RequestParts,
): Promise<CompleteResult> {
  const upstreamContent = (await upstreamContents.all()).find(({ upstream }) => upstream.server === name);
  if (upstreamContent?.upstream.capabilities().completions === undefined) return NO_VALUES;
  // The typed text is data, too, and no person can be asked at each key press.
  if (upstreamContent.upstream.sends && (await runs.of(client)).sources.length > 0) return NO_VALUES;
  try {
    return await upstreamContent.upstream.complete(params, { signal });
  } catch (error) {
    throw protocolError(error);
  }
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** A prompt and its origin: a skill, or a server that uses its own name for it. */
interface OfferedPrompt {
  readonly prompt: Prompt;
  readonly from: { readonly skill: string } | { readonly server: string; readonly name: string };
}

/** All prompts: skills first, then those of servers, under unambiguous names. */
async function offeredPrompts(
  runtime: Runtime,
  upstreamContents: UpstreamContents,
): Promise<OfferedPrompt[]> {
  const skills = await runtime.skills.list();
  const own = skills
    .filter(({ enabled }) => enabled)
    .map(({ name, title, description }) => ({ prompt: { name, title, description }, from: { skill: name } }));
  const foreign = (await upstreamContents.all()).flatMap(({ upstream: { server }, prompts }) =>
    prompts.map((prompt) => ({ server, prompt })),
  );
  const count = new Map<string, number>();
  for (const { prompt } of [...own, ...foreign]) count.set(prompt.name, (count.get(prompt.name) ?? 0) + 1);
  return [
    ...own,
    ...foreign.map(({ server, prompt }) => ({
      prompt: count.get(prompt.name) === 1 ? prompt : { ...prompt, name: `${server}__${prompt.name}` },
      from: { server, name: prompt.name },
    })),
  ];
}
