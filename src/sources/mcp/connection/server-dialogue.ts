import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type {
  Client,
  CreateMessageResult,
  ElicitResult,
  InputRequests,
  ListRootsResult,
} from "@modelcontextprotocol/client";
import {
  DIALOGUE_METHODS,
  type Dialogue,
  type DialogueRequest,
  LOG_LEVELS,
} from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import type { ServerSettings } from "../server-settings.ts";
import { TASKS } from "../wire/follow-tasks.ts";
import type { Callers } from "./callers.ts";

const NOTIFICATIONS: readonly ServerNotice["method"][] = [
  "notifications/resources/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/updated",
];

/** How often a server may ask before a request fails. */
const MAX_ROUNDS = 10;

/** How long a question waits until its caller is known. Servers themselves wait a minute for an answer. */
const OWNER_TIMEOUT_MS = 20_000;

/** Far more than a person reads. */
const MAX_QUESTION = 100_000;

/** The pause before retrying when a server only asks to be called again. */
const RETRY_DELAY_MS = 500;

// The protocol's own names. Its library is loaded only once a server is used.
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/**
 * A newer-protocol request's description of its caller: exactly what they can answer, so that the server asks
 * nothing else. The older protocol sends this once, for all callers.
 */
export function callerMeta(
  client: Client,
  dialogue: Dialogue | undefined,
): { readonly _meta?: Record<string, unknown> } {
  if (client.getProtocolEra() !== "modern") return {};
  const { logLevel } = dialogue ?? {};
  return {
    _meta: {
      [CAPABILITIES_KEY]: offersTasks(client)
        ? withTasks(capabilitiesOf(dialogue))
        : capabilitiesOf(dialogue),
      ...(logLevel === undefined ? {} : { [LOG_LEVEL_KEY]: logLevel }),
    },
  };
}

/** Whether a server may answer a call with a task. Tasks of protocol 2025-11-25 are not used. */
export function offersTasks(client: Client): boolean {
  return (
    client.getProtocolEra() === "modern" && client.getServerCapabilities()?.extensions?.[TASKS] !== undefined
  );
}

/** Tasks are followed here, whatever the caller supports. */
function withTasks(capabilities: Readonly<Record<string, unknown>>): object {
  const { extensions } = capabilities;
  const others = typeof extensions === "object" ? extensions : {};
  return { ...capabilities, extensions: { ...others, [TASKS]: {} } };
}

/** Folders are always known: by default, the ones declared for the server. */
function capabilitiesOf(dialogue: Dialogue | undefined): Readonly<Record<string, unknown>> {
  if (dialogue?.capabilities !== undefined) return dialogue.capabilities;
  return {
    roots: {},
    ...(dialogue?.can("elicitation/create") === true ? { elicitation: { form: {} } } : {}),
    ...(dialogue?.can("sampling/createMessage") === true ? { sampling: {} } : {}),
  };
}

/**
 * Answers a server's questions during a call: by the caller, if they can. `onQuestion` is called when it
 * asks.
 */
export function answerServer(
  client: Client,
  settings: ServerSettings,
  { callers, onQuestion }: { readonly callers: Callers; onQuestion(): void },
): void {
  const answer = async (request: DialogueRequest) => {
    if (request.method !== "roots/list") {
      onQuestion();
      await callers.alone(OWNER_TIMEOUT_MS);
    }
    const only = callers.mayAsk() ? callers.only() : undefined;
    return answerQuestion(request, only && { can: only.can, request: callers.ask }, settings);
  };
  // The client's answer has the protocol's shape; the SDK checks it before the server sees it.
  client.setRequestHandler(
    "elicitation/create",
    async ({ method, params }) => (await answer({ method, params })) as ElicitResult, // the SDK validates it
  );
  client.setRequestHandler(
    "sampling/createMessage",
    async ({ method, params }) => (await answer({ method, params })) as CreateMessageResult, // the SDK validates it
  );
  client.setRequestHandler("roots/list", async ({ method }) => (await answer({ method })) as ListRootsResult); // the SDK validates it
}

/** The answer to one question: the caller's or, if they cannot give one, a harmless default. */
async function answerQuestion(
  request: DialogueRequest,
  dialogue: Pick<Dialogue, "can" | "request"> | undefined,
  settings: ServerSettings,
): Promise<unknown> {
  if (dialogue?.can(request.method) === true) return dialogue.request(signed(request, settings));
  if (request.method === "elicitation/create") return { action: "decline" };
  if (request.method === "roots/list") return { roots: ownRoots(settings) };
  throw new DejimaError("tool_not_allowed", "Nobody here answers for a model");
}

/** A question to a person names its server: it must not pass for one of Dejima's own. */
function signed(request: DialogueRequest, { name }: ServerSettings): DialogueRequest {
  const { method, params } = request;
  if (method !== "elicitation/create" || typeof params?.message !== "string") return request;
  if (JSON.stringify(params).length > MAX_QUESTION)
    throw new DejimaError("too_large", `A question to a person has at most ${MAX_QUESTION} characters`);
  return { ...request, params: { ...params, message: `[MCP server ${name}] ${params.message}` } };
}

/** The folders declared for the server. */
function ownRoots({ place }: ServerSettings): ListRootsResult["roots"] {
  if (place.type !== "stdio") return [];
  return place.folders.map(({ path }) => ({ uri: pathToFileURL(path).href, name: path }));
}

/** A newer-protocol server's request for more input. */
interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: InputRequests;
  readonly requestState?: string;
}

/** What is added to the same request when it is sent again. */
export interface InputAnswers {
  readonly inputResponses?: Record<string, unknown>;
  readonly requestState?: string;
}

/**
 * Repeats a request until the server has all it needs. Its questions come as responses to this request, so
 * they are always for its caller.
 */
export async function answerInput<Result>(
  work: (answers: InputAnswers) => Promise<Result>,
  { dialogue, settings }: { dialogue: Dialogue | undefined; settings: ServerSettings },
): Promise<Result> {
  let answers: InputAnswers = {};
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const result = await work(answers);
    if (!isInputRequired(result)) return result;
    const { inputRequests = {}, requestState } = result;
    const answering = Object.entries(inputRequests).map(async ([key, { method, params }]) => {
      const known = DIALOGUE_METHODS.find((name) => name === method);
      if (known === undefined) throw new DejimaError("server_unavailable", `It asks for "${method}"`);
      return [key, await answerQuestion({ method: known, params: { ...params }, key }, dialogue, settings)];
    });
    if (answering.length === 0) await delay(RETRY_DELAY_MS);
    answers = {
      ...(answering.length === 0 ? {} : { inputResponses: Object.fromEntries(await Promise.all(answering)) }),
      ...defined({ requestState }),
    };
  }
  throw new DejimaError(
    "limit_exceeded",
    `It asked for more input ${MAX_ROUNDS} times and never came to an end`,
  );
}

function isInputRequired(result: unknown): result is InputRequired {
  return (
    typeof result === "object" &&
    result !== null &&
    "resultType" in result &&
    result.resultType === "input_required"
  );
}

/** A notification of a server. */
export interface ServerNotice {
  readonly method:
    | "notifications/tools/list_changed"
    | "notifications/resources/list_changed"
    | "notifications/prompts/list_changed"
    | "notifications/resources/updated"
    | "notifications/message";
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Passes on a server's notifications: to all listeners, and its log messages to the caller it works for. */
export function forwardNotifications(
  client: Client,
  callers: Callers,
  onNotice: (notice: ServerNotice) => void,
): void {
  for (const method of NOTIFICATIONS) {
    client.setNotificationHandler(method, ({ params }) => onNotice({ method, params }));
  }
  client.setNotificationHandler("notifications/message", ({ method, params }) => {
    onNotice({ method, params });
    const caller = callers.only();
    const { level, logger, data } = params;
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(caller?.logLevel ?? "debug"))
      caller?.onLog?.({ level, logger, data });
  });
}

/** Asks a newer-protocol server to announce changes of its lists. An older one always does. */
export async function listenToLists(client: Client): Promise<void> {
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  const wanted = {
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (client.getProtocolEra() === "modern" && Object.keys(wanted).length > 0)
    await client.listen(wanted).catch(() => {}); // without it the lists are fetched again after a while
}
