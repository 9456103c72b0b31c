import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { defined } from "../../../support/defined.ts";
import { isRecord } from "../../../text/record.ts";
import { performUpstreamRequest } from "../calls/sdk-calls.ts";
import type { RequestParts } from "../door.ts";
import { OBSERVATION_SCHEME, OBSERVATION_TEMPLATE, readObservation } from "./observations.ts";
import { SKILL_SCHEME } from "./skills.ts";
import type { UpstreamContents } from "./upstream-contents.ts";

/** A limit on subscriptions: a client with more does not read the notifications. */
const MAX_WATCHED = 1_000;

const NOTHING = async () => {};

/** Serves the files of skills and the resources of all servers, under their own URIs. */
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
    // If two share a URI, only the first can be read.
    return { resources: [...own, ...foreign.filter(({ uri }) => !taken.has(uri) && taken.add(uri))] };
  });
  server.setRequestHandler("resources/templates/list", async (_request, context) => {
    const upstreamContents = await parts(context).upstreamContents.all();
    const foreign = upstreamContents.flatMap(({ templates }) => [...templates]);
    return { resourceTemplates: [...foreign, OBSERVATION_TEMPLATE] };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    if (uri.startsWith(SKILL_SCHEME)) return readSkillFile(uri, skills, context);
    const request = parts(context);
    if (uri.startsWith(OBSERVATION_SCHEME)) return readObservation(uri, request);
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
  const about = { uri, ...defined({ mimeType: file.mimeType }) };
  if ("text" in file) return { contents: [{ ...about, text: file.text }] };
  return { contents: [{ ...about, blob: Buffer.from(file.bytes).toString("base64") }] };
}

/** The resources that one client has subscribed to. */
export interface ResourceWatcher {
  add(uri: string): Promise<void>;
  remove(uri: string): Promise<void>;
  has(uri: string): boolean;
  close(): Promise<void>;
}

/**
 * Creates a watcher. It subscribes at the server that has a resource, as long as a client watches it. The URI
 * of a resource can carry data out, and nobody can be asked about a subscription: once content from outside
 * has been read, servers that send are not contacted.
 */
export function createResourceWatcher(
  upstreamContents: UpstreamContents,
  isMarked: () => Promise<boolean>,
): ResourceWatcher {
  const watched = new Map<string, () => Promise<void>>();
  return {
    async add(uri) {
      if (watched.has(uri) || watched.size >= MAX_WATCHED) return;
      if (uri.startsWith(SKILL_SCHEME)) return void watched.set(uri, NOTHING);
      const holder = await upstreamContents.holderOf(uri);
      if (holder === undefined) throw new ResourceNotFoundError(uri);
      if (holder.sends && (await isMarked()))
        throw new ProtocolError(
          ProtocolErrorCode.InvalidRequest,
          `Cannot watch ${uri.slice(0, 200)}: content from outside has been read, and watching would tell ${holder.server} its name. Read it instead: a person can be asked about that`,
        );
      const canSubscribe = holder.capabilities().resources?.subscribe === true;
      watched.set(uri, canSubscribe ? await holder.watch(uri) : NOTHING);
    },
    async remove(uri) {
      const release = watched.get(uri);
      watched.delete(uri);
      await release?.();
    },
    has: (uri) => watched.has(uri),
    async close() {
      const releases = [...watched.values()];
      watched.clear();
      await Promise.all(releases.map((release) => release().catch(() => {})));
    },
  };
}

/** The resources that a `subscriptions/listen` request names. Empty for any other message. */
export function listenedResources(message: unknown): string[] {
  if (!isRecord(message) || message.method !== "subscriptions/listen" || !isRecord(message.params)) return [];
  const { notifications } = message.params;
  const wanted = isRecord(notifications) ? notifications.resourceSubscriptions : undefined;
  return Array.isArray(wanted) ? wanted.filter((uri) => typeof uri === "string") : [];
}
