import { pathToFileURL } from "node:url";
import type {
  Client,
  CreateMessageResult,
  ElicitResult,
  ListRootsResult,
} from "@modelcontextprotocol/client";
import type { Dialogue, DialogueRequest } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { Callers } from "./callers.ts";

/** Answers what a server asks in the middle of a call: whoever made the call answers, where he can. */
export function answerServer(client: Client, settings: ServerSettings, callers: Callers): void {
  const answer = (request: DialogueRequest) => answerQuestion(request, callers.only(), settings);
  // What comes back is the client's answer in the shapes of the protocol; the SDK checks it before the server sees it.
  client.setRequestHandler(
    "elicitation/create",
    async ({ method, params }) => (await answer({ method, params })) as ElicitResult,
  );
  client.setRequestHandler(
    "sampling/createMessage",
    async ({ method, params }) => (await answer({ method, params })) as CreateMessageResult,
  );
  client.setRequestHandler("roots/list", async ({ method }) => (await answer({ method })) as ListRootsResult);
}

/** The answer to one question: the caller's, or, where he cannot give one, the one that does no harm. */
export async function answerQuestion(
  request: DialogueRequest,
  dialogue: Dialogue | undefined,
  settings: ServerSettings,
): Promise<unknown> {
  if (dialogue?.can(request.method) === true) return dialogue.request(signed(request, settings));
  if (request.method === "elicitation/create") return { action: "decline" };
  if (request.method === "roots/list") return { roots: ownRoots(settings) };
  throw new DejimaError("tool_not_allowed", "Nobody here answers for a model");
}

/** A question to a person says who asks: a server's must not be taken for Dejima's own. */
function signed(request: DialogueRequest, { name }: ServerSettings): DialogueRequest {
  const { method, params } = request;
  if (method !== "elicitation/create" || typeof params?.message !== "string") return request;
  return { ...request, params: { ...params, message: `[MCP server ${name}] ${params.message}` } };
}

/** The folders that were declared for the server. */
function ownRoots({ place }: ServerSettings): ListRootsResult["roots"] {
  if (place.type !== "stdio") return [];
  return place.folders.map(({ path }) => ({ uri: pathToFileURL(path).href, name: path }));
}
