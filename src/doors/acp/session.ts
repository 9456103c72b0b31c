import {
  type AgentConnection,
  type ClientCapabilities,
  methods,
  type PromptResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { DejimaError } from "../../contract/error.ts";
import { type Language, message } from "../../contract/words/messages.ts";
import {
  type EventNumber,
  type MessageResult,
  type Runtime,
  type SentFile,
  waitingText,
} from "../../runtime.ts";
import { defined } from "../../support/defined.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { PERSON } from "./person.ts";
import { createQuestions, type Questions } from "./questions.ts";
import { createRunUpdates, messageChunk, type RunUpdates } from "./run-updates.ts";
import { showsTerminals } from "./terminal-output.ts";

interface SessionOptions {
  readonly id: string;
  readonly cwd: string;
  readonly runtime: Runtime;
  readonly notes: readonly string[];
  readonly connection: AgentConnection;
  readonly capabilities: ClientCapabilities;
  onFault(error: unknown): void;
}

/** A run of a session, and the last event the editor has seen. */
export interface OpenTurn {
  readonly runId: string;
  readonly after: EventNumber;
  readonly updates: RunUpdates;
}

/** One conversation in an editor. */
export interface Session {
  readonly id: string;
  readonly runtime: Runtime;
  /** Answers one prompt. Only one is answered at a time. */
  prompt(
    content: { readonly text: string; readonly files: readonly SentFile[] },
    signal: AbortSignal,
  ): Promise<PromptResponse>;
  /** Stops the current run. */
  stop(): Promise<void>;
  /** Sends the editor the list of commands. Does not wait for it. */
  announce(): void;
  /** Adds a notice to the next answer. */
  mention(note: string | undefined): void;
  update(update: SessionUpdate): Promise<void>;
  updates(): RunUpdates;
  /** The runs that broke off, treated as fully shown. */
  openTurns(): Promise<readonly OpenTurn[]>;
  /** Continues runs that broke off, and asks their questions again. Does not wait for them. */
  continueTurns(turns: readonly OpenTurn[]): void;
}

const RECENT_TURNS = 20;

/** Opens a session for a conversation. */
export function createSession(options: SessionOptions): Session {
  const { id, runtime, connection, onFault } = options;
  const { conversations } = runtime;
  const running = new Set<string>();
  const notes = [...options.notes];
  let language: Language = "en";
  let prompted = false;

  const update = (next: SessionUpdate) =>
    connection.client.notify(methods.client.session.update, { sessionId: id, update: next });
  const questions: Questions = createQuestions({ id, connection, runtime, update, language: () => language });
  const terminals = showsTerminals(options.capabilities);
  const updates = () => createRunUpdates({ language: () => language, terminals });

  /** Shows a run from a given event until it ends. */
  async function follow(
    runId: string,
    { after, updates: shown }: Pick<OpenTurn, "updates"> & { readonly after?: EventNumber },
  ): Promise<PromptResponse> {
    const listening = new AbortController();
    running.add(runId);
    try {
      for await (const { event } of conversations.follow(runId, PERSON, {
        ...defined({ after }),
        signal: listening.signal,
      })) {
        if (event.type === "approval-start" && event.id !== undefined)
          questions.put(event.id, { updates: shown, onFault });
        if (event.type === "approval-end" && event.id !== undefined) questions.settle(event.id);
        for (const next of shown.of(event)) await update(next);
      }
      return { stopReason: shown.stopReason };
    } finally {
      listening.abort();
      running.delete(runId);
      questions.settleAll(runId);
    }
  }

  async function stop(): Promise<void> {
    await Promise.all([...running].map((runId) => conversations.stop(runId, PERSON)));
  }

  async function answer(
    { text, files }: { readonly text: string; readonly files: readonly SentFile[] },
    signal: AbortSignal,
  ): Promise<PromptResponse> {
    language = await conversations.language(text, id);
    for (const note of notes.splice(0)) await update(messageChunk(`> ${visibleLine(note)}\n\n`));
    if (signal.aborted) return { stopReason: "cancelled" };
    const reaction = await conversations.say(text, PERSON, {
      conversation: id,
      attachments: files,
      place: "chat",
    });
    for (const line of reply(reaction, language)) await update(messageChunk(`${line}\n\n`));
    if (!("runId" in reaction) || (reaction.type === "answered" && !reaction.result.accepted))
      return { stopReason: "end_turn" };
    const cancel = () => void conversations.stop(reaction.runId, PERSON).catch(onFault);
    if (signal.aborted || cancelled) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const after = reaction.type === "answered" ? { after: reaction.after } : {};
      return await follow(reaction.runId, { ...after, updates: updates() });
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  // A cancellation may arrive before the run has an id.
  let cancelled = false;

  return {
    id,
    runtime,
    update,
    updates,
    async stop() {
      cancelled = true;
      await stop();
    },
    async prompt(content, signal) {
      if (prompted)
        throw new DejimaError(
          "conflict",
          "Cannot take a second prompt: this session still answers the first; cancel it or wait",
        );
      prompted = true;
      cancelled = false;
      try {
        return await answer(content, signal);
      } finally {
        prompted = false;
      }
    },
    mention(note) {
      if (note !== undefined) notes.push(note);
    },
    announce() {
      void commandsOf(runtime)
        .then((availableCommands) =>
          update({ sessionUpdate: "available_commands_update", availableCommands }),
        )
        .catch(onFault);
    },
    async openTurns() {
      const turns = await conversations.turns(id, PERSON, { limit: RECENT_TURNS });
      const open = turns.filter(({ status }) => status === "open");
      return Promise.all(
        open.map(async ({ runId }) => ({ runId, after: await lastOf(runtime, runId), updates: updates() })),
      );
    },
    continueTurns(turns) {
      for (const turn of turns)
        void (async () => {
          // These questions are already in the log, but the editor that showed them is gone.
          for (const { id: question } of await runtime.approvals.list({
            runId: turn.runId,
            status: "pending",
          }))
            questions.put(question, { updates: turn.updates, onFault });
          await follow(turn.runId, turn);
        })().catch(onFault);
    },
  };
}

/** Notices that come before the run's own output. */
function reply(reaction: MessageResult, language: Language): string[] {
  if (reaction.type === "ambiguous") return [waitingText(reaction.pending, language)];
  if (reaction.type === "refused") return [message("mayNotAnswer", language)];
  if (reaction.type === "answered") return [reaction.result.message];
  return reaction.pending.length > 0 ? [waitingText(reaction.pending, language)] : [];
}

/** The skills as commands that a person can type. */
async function commandsOf(runtime: Runtime) {
  const skills = await runtime.skills.list();
  return skills
    .filter(({ enabled }) => enabled)
    .map(({ name, description }) => ({
      name,
      description: visibleLine(description).slice(0, 200),
      input: { hint: "what it should do" },
    }));
}

async function lastOf(runtime: Runtime, runId: string): Promise<EventNumber> {
  let seq = -1;
  for await (const record of runtime.history.read(runId)) seq = record.seq;
  return { seq, part: 0, base: 0 };
}
