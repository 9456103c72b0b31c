import type { ReadResourceResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { performHolding } from "../calls/perform-holding.ts";
import type { RequestParts } from "../request-parts.ts";
import { SKILL_SCHEME } from "./skill-source.ts";

/** Serves the files of skills and the resources of all servers, under the URIs that they have. */
export function resourceHandlers(
  server: Server,
  skills: SkillSource,
  parts: (context: ServerContext) => RequestParts,
): void {
  server.setRequestHandler("resources/list", async (_request, context) => {
    const holdings = await parts(context).holdings.all();
    const own = (await skills.listResources?.(context)) ?? [];
    const taken = new Set(own.map(({ uri }) => uri));
    const foreign = holdings.flatMap(({ resources }) => resources);
    // Where two have one URI, the first one's is the one that is read.
    return { resources: [...own, ...foreign.filter(({ uri }) => !taken.has(uri) && taken.add(uri))] };
  });
  server.setRequestHandler("resources/templates/list", async (_request, context) => {
    const holdings = await parts(context).holdings.all();
    return { resourceTemplates: holdings.flatMap(({ templates }) => [...templates]) };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    if (uri.startsWith(SKILL_SCHEME)) return readSkillFile(uri, skills, context);
    const request = parts(context);
    const holder = await request.holdings.holderOf(uri);
    if (holder === undefined) throw new ResourceNotFoundError(uri);
    const input = { server: holder.server, uri };
    return performHolding<ReadResourceResult>({ tool: "read_mcp_resource", input }, context, request);
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
