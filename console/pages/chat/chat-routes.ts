import type { Conversation, Turn as StoredTurn } from "../../../src/contract/conversation.ts";
import type { HarbourEvent } from "../../../src/contract/event.ts";
import type { Api, StreamOptions } from "../../core/api.ts";
import { ApiProblem } from "../../core/api-problem.ts";
import type { ServerEvent } from "../../core/server-events.ts";
import { attachmentOf } from "./attachment.ts";
import type { Heard } from "./chat.ts";
import { foldEvent } from "./fold-event.ts";
import { newTurn, type Reply, type Turn } from "./turn.ts";

/** What the chat asks of the server. */
export interface ChatRoutes {
  send(said: SaidHere, signal: AbortSignal): AsyncIterable<Heard>;
  /** The events of a run after the last one that came, to its end. */
  resume(runId: string, options: Omit<StreamOptions, "body">): AsyncIterable<Heard>;
  stop(runId: string): Promise<void>;
  undo(callId: string): Promise<readonly string[]>;
  conversations(): Promise<Conversation[]>;
  /** A conversation as far as it is recorded, with what was sent to its person meanwhile. */
  open(conversation: string): Promise<{ turns: Turn[]; kept: readonly Kept[] }>;
  /** Takes what was kept as read. */
  take(conversation: string): Promise<void>;
}

/** A message that waited for its person. */
export interface Kept {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

/** A message as it is written here. */
export interface SaidHere {
  readonly message: string;
  readonly conversation: string | undefined;
  readonly files: readonly File[];
}

const MOST_TURNS = 50;

export function chatRoutes(api: Api): ChatRoutes {
  return {
    send: (said, signal) => hear(sendMessage(api, said, signal)),
    resume: (runId, options) => hear(api.stream(`/api/runs/${encodeURIComponent(runId)}/events`, options)),
    async stop(runId) {
      await api.send("POST", `/api/runs/${encodeURIComponent(runId)}/stop`);
    },
    async undo(callId) {
      const { undone } = await api.send<{ undone: { path: string }[] }>(
        "POST",
        `/api/calls/${encodeURIComponent(callId)}/undo`,
      );
      return undone.map(({ path }) => path);
    },
    conversations: () => api.get("/api/conversations", { limit: 100 }),
    async open(conversation) {
      const address = `/api/conversations/${encodeURIComponent(conversation)}`;
      const { turns, kept = [] } = await api.get<{ turns: StoredTurn[]; kept?: Kept[] }>(address, {
        limit: MOST_TURNS,
      });
      return { turns: await Promise.all(turns.map((turn) => readTurn(api, turn))), kept };
    },
    async take(conversation) {
      await api.send("DELETE", `/api/conversations/${encodeURIComponent(conversation)}/kept`);
    },
  };
}

// The log has all that a turn was; where it is gone, the answer alone is kept with the conversation.
async function readTurn(api: Api, { runId, message, answer, status, startedAt }: StoredTurn): Promise<Turn> {
  const begun = { ...newTurn(message, startedAt), runId, status };
  try {
    const events = await api.get<HarbourEvent[]>(`/api/runs/${encodeURIComponent(runId)}/events`, {
      limit: 1000,
    });
    return { ...events.reduce(foldEvent, begun), status };
  } catch {
    return { ...begun, items: [{ kind: "text", text: answer, whole: true }] };
  }
}

async function* sendMessage(
  api: Api,
  { message, conversation, files }: SaidHere,
  signal: AbortSignal,
): ReturnType<Api["stream"]> {
  const attachments = await Promise.all(files.map(attachmentOf));
  const body = {
    message,
    ...(conversation === undefined ? {} : { conversation }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  yield* api.stream("/api/chat", { body, signal });
}

async function* hear(stream: ReturnType<Api["stream"]>): AsyncGenerator<Heard> {
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
