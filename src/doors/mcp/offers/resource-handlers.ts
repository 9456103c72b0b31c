import type { ReadResourceResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { performUpstreamRequest } from "../calls/upstream-request.ts";
import type { RequestParts } from "../door.ts";
import { SKILL_SCHEME } from "./skill-source.ts";

/** Serves the files of skills and the resources of all servers, under the URIs that they have. */
export function resourceHandlers(
  server: Server,
  skills: SkillSource,
  parts: (context: ServerContext) => RequestParts,
): void {
  server.setRequestHandler("resources/list", async (_request, context) => {
    const upstreamContents = await parts(context).upstreamContents.all();
    const own = (await skills.listResources?.(context)) ?? [];
    const taken = new Set(own.map(({ uri }) => uri));
    const foreign = upstreamContents.flatMap(({ resources }) => resources);
    // Where two have one URI, the first one's is the one that is read.
    return { resources: [...own, ...foreign.filter(({ uri }) => !taken.has(uri) && taken.add(uri))] };
  });
  server.setRequestHandler("resources/templates/list", async (_request, context) => {
    const upstreamContents = await parts(context).upstreamContents.all();
    return { resourceTemplates: upstreamContents.flatMap(({ templates }) => [...templates]) };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    if (uri.startsWith(SKILL_SCHEME)) return readSkillFile(uri, skills, context);
    const request = parts(context);
    const holder = await request.upstreamContents.holderOf(uri);
    if (holder === undefined) throw new ResourceNotFoundError(uri);
    const input = { server: holder.server, uri };
    return performUpstreamRequest<ReadResourceResult>({ tool: "read_mcp_resource", input }, context, request);
  });
}

async function readSkillFile(
  uri: string,
  skills: SkillSource,
  context: ServerContext,
): Promise<ReadResourceResult> {
  const file = await skills.read(uri, context);
  if (file === undefined) throw new ResourceNotFoundError(uri);
  const about = { uri, ...(file.mimeType === undefined ? {} : { mimeType: file.mimeType }) };
  if ("text" in file) return { contents: [{ ...about, text: file.text }] };
  return { contents: [{ ...about, blob: Buffer.from(file.bytes).toString("base64") }] };
}
