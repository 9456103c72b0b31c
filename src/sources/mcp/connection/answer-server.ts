import { pathToFileURL } from "node:url";
import type {
  Client,
  CreateMessageResult,
  ElicitResult,
  ListRootsResult,
} from "@modelcontextprotocol/client";
import type { DialogueRequest } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { Callers } from "./callers.ts";

/** Answers what a server asks in the middle of a call: whoever made the call answers, where he can. */
export function answerServer(client: Client, settings: ServerSettings, callers: Callers): void {
  const asked = (request: DialogueRequest): Promise<unknown> | undefined => {
    const dialogue = callers.only();
    return dialogue?.can(request.method) === true ? dialogue.request(request) : undefined;
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
