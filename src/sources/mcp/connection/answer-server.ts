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

/**
 * Answers what a server asks in the middle of a call: whoever made the call answers, where he can. While calls of several
 * callers are under way nobody can tell whose the question is, and it is declined rather than shown to the wrong one.
 */
export function answerServer(
  client: Client,
  settings: ServerSettings,
  callers: ReadonlyMap<symbol, Dialogue | undefined>,
): void {
  const asked = (request: DialogueRequest): Promise<unknown> | undefined => {
    const [dialogue, ...others] = new Set(callers.values());
    if (dialogue === undefined || others.length > 0 || !dialogue.can(request.method)) return undefined;
    return dialogue.request(request);
  };
  // What comes back is the client's answer in the shapes of the protocol; the SDK checks it before the server sees it.
  client.setRequestHandler("elicitation/create", async ({ method, params }) => {
    const answer = await asked({ method, params });
    return (answer ?? { action: "decline" }) as ElicitResult;
  });
  client.setRequestHandler("sampling/createMessage", async ({ method, params }) => {
    const answer = await asked({ method, params });
    if (answer !== undefined) return answer as CreateMessageResult;
    throw new DejimaError("tool_not_allowed", "Nobody here answers for a model");
  });
  client.setRequestHandler("roots/list", async ({ method }) => {
    return ((await asked({ method })) ?? { roots: ownRoots(settings) }) as ListRootsResult;
  });
}

/** The folders that were declared for the server. */
function ownRoots({ place }: ServerSettings): ListRootsResult["roots"] {
  if (place.type !== "stdio") return [];
  return place.folders.map(({ path }) => ({ uri: pathToFileURL(path).href, name: path }));
}
