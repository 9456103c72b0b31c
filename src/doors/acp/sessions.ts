import { existsSync } from "node:fs";
import {
  type AgentConnection,
  type ClientCapabilities,
  type ListSessionsRequest,
  type ListSessionsResponse,
  type LoadSessionRequest,
  type LoadSessionResponse,
  methods,
  type NewSessionRequest,
  type NewSessionResponse,
  type PromptRequest,
  type PromptResponse,
  type ResumeSessionRequest,
  type SessionModeState,
  type SetSessionModeRequest,
} from "@agentclientprotocol/sdk";
import { PERMISSION_MODES, type PermissionMode } from "../../contract/asking/permission-mode.ts";
import { DejimaError } from "../../contract/error.ts";
import type { HarbourEvent } from "../../contract/event.ts";
import { defined } from "../../support/defined.ts";
import { shortId } from "../../support/lazy-crypto.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { createFolders, type OpenFolder } from "./folders.ts";
import { PERSON } from "./person.ts";
import { readPrompt } from "./prompt-content.ts";
import { userChunk } from "./run-updates.ts";
import { createSession, type OpenTurn, type Session } from "./session.ts";

export type { OpenFolder } from "./folders.ts";

interface SessionsOptions {
  open: OpenFolder;
  onFault(error: unknown): void;
}

const MAX_SESSIONS = 200;
const PAGE = 50;
const ANSWERS_MS = 3_000;
const WRITES_MS = 10_000;

/**
 * Creates the sessions of one editor. A session is a conversation: other doors can continue it, and it can
 * continue theirs.
 */
export function createSessions({ open, onFault }: SessionsOptions) {
  const editor = Object.assign(editorText, { write: editorWrite });
  const folders = createFolders((folder) => open(folder, { editorText: editor }));
  const sessions = new Map<string, Session>();
  let connection: AgentConnection | undefined;
  let capabilities: ClientCapabilities = {};

  /** The editor's unsaved text of a file. `undefined` if the editor does not answer soon. */
  async function editorText(
    path: string,
    { conversation, signal }: { readonly conversation: string; readonly signal: AbortSignal },
  ): Promise<string | undefined> {
    if (connection === undefined || capabilities.fs?.readTextFile !== true || !sessions.has(conversation))
      return undefined;
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_MS)]);
    const { content } = await connection.client.request(
      methods.client.fs.readTextFile,
      { sessionId: conversation, path },
      { cancellationSignal: waiting, stopWaitingOnCancel: true },
    );
    return content;
  }

  /** Has the editor write a file. Returns `false` if it does not take writes in this session. */
  async function editorWrite(
    path: string,
    content: string,
    { conversation, signal }: { readonly conversation: string; readonly signal: AbortSignal },
  ): Promise<boolean> {
    if (connection === undefined || capabilities.fs?.writeTextFile !== true || !sessions.has(conversation))
      return false;
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(WRITES_MS)]);
    await connection.client.request(
      methods.client.fs.writeTextFile,
      { sessionId: conversation, path, content },
      { cancellationSignal: waiting, stopWaitingOnCancel: true },
    );
    return true;
  }

  function find(id: string): Session {
    const session = sessions.get(id);
    if (session !== undefined) return session;
    throw new DejimaError(
      "not_found",
      `Cannot find session "${id.slice(0, 100)}": begin one with session/new, or load it`,
    );
  }

  async function take(id: string, cwd: string): Promise<Session> {
    if (connection === undefined)
      throw new DejimaError("internal", "Cannot begin a session: nobody is connected");
    if (!sessions.has(id) && sessions.size >= MAX_SESSIONS)
      throw new DejimaError(
        "limit_exceeded",
        `Cannot begin a session: ${MAX_SESSIONS} are open; close one first`,
      );
    const { runtime, notes } = await folders.enter(cwd, id);
    const existing = sessions.get(id);
    if (existing?.runtime === runtime) return existing;
    const session = createSession({ id, cwd, runtime, notes, connection, capabilities, onFault });
    sessions.set(id, session);
    return session;
  }

  /** Throws unless the conversation exists and belongs to this person. Checked before any of it is opened. */
  async function known({ sessionId, cwd }: { sessionId: string; cwd: string }): Promise<Session> {
    const { runtime } = await folders.enter(cwd, "");
    await runtime.conversations.get(sessionId, PERSON);
    return take(sessionId, cwd);
  }

  async function forget(id: string): Promise<void> {
    const session = sessions.get(id);
    if (session === undefined) return;
    sessions.delete(id);
    await session.stop();
    await folders.leave(id);
  }

  return {
    connect(opened: AgentConnection): void {
      connection = opened;
    },
    meet(offered: ClientCapabilities): void {
      capabilities = offered;
    },
    async begin({ cwd, mcpServers }: NewSessionRequest): Promise<NewSessionResponse> {
      const session = await take(shortId("c"), cwd);
      session.mention(serversNote(mcpServers));
      session.announce();
      return { sessionId: session.id, modes: await modesOf(session) };
    },
    async load(request: LoadSessionRequest): Promise<LoadSessionResponse> {
      const session = await known(request);
      const seen = await replaySession(session);
      session.announce();
      session.continueTurns(seen);
      return { modes: await modesOf(session) };
    },
    async resume(request: ResumeSessionRequest): Promise<LoadSessionResponse> {
      const session = await known(request);
      session.announce();
      session.continueTurns(await session.openTurns());
      return { modes: await modesOf(session) };
    },
    async list({ cwd, cursor }: ListSessionsRequest): Promise<ListSessionsResponse> {
      const places = cwd ? [cwd] : folders.open();
      const found = await Promise.all(places.map((place) => listIn(place, cursor ?? undefined)));
      const all = found.flat();
      const last = places.length === 1 && all.length === PAGE ? all.at(-1)?.sessionId : undefined;
      return { sessions: all, ...defined({ nextCursor: last }) };
    },
    prompt: ({ sessionId, prompt }: PromptRequest, signal: AbortSignal): Promise<PromptResponse> =>
      find(sessionId).prompt(readPrompt(prompt), signal),
    async setMode({ sessionId, modeId }: SetSessionModeRequest): Promise<Record<never, never>> {
      await find(sessionId).runtime.rules.setMode(sessionId, readMode(modeId));
      return {};
    },
    cancel: async (id: string): Promise<void> => sessions.get(id)?.stop(),
    async close(id: string): Promise<Record<never, never>> {
      find(id);
      await forget(id);
      return {};
    },
    async delete(id: string): Promise<Record<never, never>> {
      const { runtime } = find(id);
      await sessions.get(id)?.stop();
      await runtime.conversations.delete(id, PERSON);
      await forget(id);
      return {};
    },
    /** Leaves every run as it is, for the next process. */
    async closeAll(): Promise<void> {
      sessions.clear();
      await folders.close();
    },
  };

  async function listIn(cwd: string, before: string | undefined) {
    const { runtime } = await folders.enter(cwd, "");
    // Listing must not create a home.
    if (!existsSync(runtime.settings.home)) return [];
    const existing = await runtime.conversations.list(PERSON, { limit: PAGE, ...defined({ before }) });
    return existing.map(({ id, title, updatedAt }) => ({
      sessionId: id,
      cwd,
      title: visibleLine(title),
      updatedAt: new Date(updatedAt).toISOString(),
    }));
  }
}

async function modesOf({ id, runtime }: Session) {
  return modeState(await runtime.rules.modeOf(id));
}

/**
 * Servers that an editor names may come from the project. A person adds them in Dejima instead, where they
 * are contained and reviewed.
 */
function serversNote(servers: NewSessionRequest["mcpServers"]): string | undefined {
  if (servers.length === 0) return undefined;
  const names = servers.map(({ name }) => visibleLine(name).slice(0, 60)).join(", ");
  return `The editor offers MCP servers (${names}). Dejima starts only servers that you added to it: \`dejima mcp add\` or \`dejima mcp import\` adds them behind the gate.`;
}

const MODE_LABELS: Readonly<Record<PermissionMode, { readonly name: string; readonly description: string }>> =
  {
    read: { name: "Read", description: "Reads and answers. Changes, runs and sends nothing" },
    ask: { name: "Ask", description: "Asks before every change, even if your rules allow it" },
    act: {
      name: "Act",
      description: "Follows your rules: allowed calls run, others are asked about or off",
    },
  };

/** The modes of a session, as an editor lists them. */
function modeState(current: PermissionMode): SessionModeState {
  return {
    currentModeId: current,
    availableModes: PERMISSION_MODES.map((id) => ({ id, ...MODE_LABELS[id] })),
  };
}

/** Parses the id of a mode. */
function readMode(id: string): PermissionMode {
  const mode = PERMISSION_MODES.find((one) => one === id);
  if (mode !== undefined) return mode;
  throw new DejimaError(
    "invalid_input",
    `Cannot use the mode "${id.slice(0, 50)}": there are ${PERMISSION_MODES.join(", ")}`,
  );
}

const MAX_TURNS = 100;

/** Replays a conversation in an editor. Returns the runs that broke off. */
async function replaySession(session: Session): Promise<readonly OpenTurn[]> {
  const { id, runtime } = session;
  const open: OpenTurn[] = [];
  for (const turn of await runtime.conversations.turns(id, PERSON, { limit: MAX_TURNS })) {
    const updates = session.updates();
    await session.update(userChunk(turn.message));
    let seq = -1;
    // Messages imported from elsewhere have no log.
    for await (const record of logOf(session, turn.runId)) {
      seq = record.seq;
      const { prev: _prev, hash: _hash, seq: _seq, ...event } = record;
      // The event as it was announced, without its place in the hash chain.
      for (const update of updates.of(event as HarbourEvent)) await session.update(update);
    }
    if (turn.status === "open") open.push({ runId: turn.runId, after: { seq, part: 0, base: 0 }, updates });
  }
  return open;
}

async function* logOf({ runtime }: Session, runId: string) {
  try {
    yield* runtime.history.read(runId);
  } catch {
    // The log was pruned: show the messages without the calls.
  }
}
