import type { HarbourEvent } from "../../../src/contract/event.ts";
import type { Api, StreamOptions } from "../../core/api.ts";
import type { Answer, QueryOf } from "../../core/api-calls.ts";
import { ApiProblem } from "../../core/api-problem.ts";
import type { ServerEvent } from "../../core/server-events.ts";
import { attachmentOf } from "./attachment.ts";
import { foldEvent } from "./fold-event.ts";
import { isTakenOver, newTurn, type Reply, type Turn } from "./turn.ts";

/** The chat's requests to the server. */
export interface ChatRoutes {
  send(message: NewMessage, signal: AbortSignal): AsyncIterable<RunUpdate>;
  /** The events of a run after the last one received, to its end. */
  resume(runId: string, options: StreamOptions): AsyncIterable<RunUpdate>;
  stop(runId: string): Promise<void>;
  undo(callId: string): Promise<readonly string[]>;
  /**
   * The latest turns of a conversation, or those before `cursor`, with the messages stored for its person.
   */
  open(conversation: string, cursor?: string): Promise<OpenedConversation>;
  /** All turns of a conversation. */
  whole(conversation: string): Promise<readonly StoredTurn[]>;
  /** Starts a conversation with the turns before this run. Returns its id. */
  branch(conversation: string, before: string): Promise<string>;
  /** Marks the stored messages as read. */
  take(conversation: string): Promise<void>;
}

/** Events that arrived together, and the id to resume after. */
export interface RunUpdate {
  readonly events: readonly HarbourEvent[];
  readonly replies: readonly Reply[];
  readonly id: string | undefined;
}

type StoredConversation = Answer<"get", "/api/conversations/{id}">;

/** A turn as the server stores it. */
export type StoredTurn = StoredConversation["turns"][number];

/** A message stored for its person. */
export type StoredMessage = StoredConversation["kept"][number];

/** A message written here. */
interface NewMessage {
  readonly message: string;
  readonly conversation: string | undefined;
  readonly files: readonly File[];
  /** The persona that answers. Empty: the config's. */
  readonly persona: string;
}

/** How many turns are shown at a time: each is read with its log. */
const MOST_TURNS = 20;
const LONGEST_PAGE = 200;

/** The shown part of a conversation. */
interface OpenedConversation {
  readonly turns: readonly Turn[];
  readonly kept: readonly StoredMessage[];
  /** The cursor of the earlier turns, if there are any. */
  readonly earlier: string | undefined;
}

export function chatRoutes(api: Api): ChatRoutes {
  const read = (conversation: string, query: QueryOf<"get", "/api/conversations/{id}">) =>
    api.get("/api/conversations/{id}", { params: { id: conversation }, query });
  return {
    send: (message, signal) => readUpdates(sendMessage(api, message, signal)),
    resume: (runId, options) =>
      readUpdates(api.follow("/api/runs/{run}/events", { params: { run: runId }, ...options })),
    async stop(runId) {
      await api.send("POST", "/api/runs/{run}/stop", { params: { run: runId } });
    },
    async undo(callId) {
      const { undone } = await api.send("POST", "/api/calls/{call}/undo", { params: { call: callId } });
      return undone.map(({ path }) => path);
    },
    async open(conversation, cursor) {
      const { turns, kept, earlier } = await read(conversation, { limit: MOST_TURNS, cursor });
      return { turns: await Promise.all(turns.map((turn) => readTurn(api, turn))), kept, earlier };
    },
    async whole(conversation) {
      let { turns, earlier } = await read(conversation, { limit: LONGEST_PAGE });
      while (earlier !== undefined) {
        const before = await read(conversation, { limit: LONGEST_PAGE, cursor: earlier });
        turns = [...before.turns, ...turns];
        earlier = before.earlier;
      }
      return turns;
    },
    branch: async (conversation, before) =>
      (
        await api.send("POST", "/api/conversations/{id}/branch", {
          params: { id: conversation },
          body: { before },
        })
      ).id,
    async take(conversation) {
      await api.send("DELETE", "/api/conversations/{id}/kept", { params: { id: conversation } });
    },
  };
}

// The log contains the whole turn. If it is gone, only the answer is left, in the conversation.
async function readTurn(api: Api, stored: StoredTurn): Promise<Turn> {
  const { runId, message, answer, status, startedAt, scheduled } = stored;
  const begun: Turn = {
    ...newTurn(message, startedAt),
    key: runId,
    runId,
    status,
    ...(scheduled === undefined ? {} : { scheduled }),
  };
  const answered: Turn = { ...begun, items: [{ kind: "text", text: answer, whole: true }] };
  if (isTakenOver(runId)) return answered;
  try {
    const events = await api.get("/api/runs/{run}/events", {
      params: { run: runId },
      query: { limit: 1000 },
    });
    return { ...events.reduce<Turn>(foldEvent, begun), status };
  } catch {
    return answered;
  }
}

async function* sendMessage(
  api: Api,
  { message, conversation, files, persona }: NewMessage,
  signal: AbortSignal,
): ReturnType<Api["follow"]> {
  const attachments = await Promise.all(files.map(attachmentOf));
  const body = {
    message,
    ...(conversation === undefined ? {} : { conversation }),
    ...(persona === "" ? {} : { persona }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  yield* api.converse("/api/chat", { body, signal });
}

async function* readUpdates(stream: ReturnType<Api["follow"]>): AsyncGenerator<RunUpdate> {
  for await (const sent of stream)
    yield {
      events: sent.flatMap(readSent),
      replies: sent.flatMap(({ event, data }): Reply[] => (event === "reply" ? [JSON.parse(data)] : [])),
      id: sent.findLast(({ id }) => id)?.id,
    };
}

function readSent({ event, data }: ServerEvent): HarbourEvent[] {
  if (event === "heartbeat" || event === "open" || event === "reply") return [];
  const value = JSON.parse(data);
  if (event === "problem") throw new ApiProblem(0, value.code, value.message, value.details);
  return [value];
}
