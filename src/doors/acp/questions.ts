import {
  type AgentConnection,
  methods,
  type RequestPermissionOutcome,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { Language } from "../../contract/words/messages.ts";
import { answerWords } from "../../contract/words/question-words.ts";
import type { Runtime } from "../../runtime.ts";
import { type Choice, permissionFor } from "./permission.ts";
import { DOOR, PERSON } from "./person.ts";
import { messageChunk, type RunUpdates } from "./run-updates.ts";

interface QuestionsOptions {
  /** The session. */
  readonly id: string;
  readonly connection: AgentConnection;
  readonly runtime: Runtime;
  language(): Language;
  update(update: SessionUpdate): Promise<void>;
}

interface PutOptions {
  readonly updates: RunUpdates;
  onFault(error: unknown): void;
}

/** The questions that an editor shows. Each is asked once, and withdrawn when it is answered elsewhere. */
export interface Questions {
  put(id: string, options: PutOptions): void;
  settle(id: string): void;
  settleAll(runId: string): void;
}

/** Creates the questions of a session. */
export function createQuestions({
  id: sessionId,
  connection,
  runtime,
  language,
  update,
}: QuestionsOptions): Questions {
  const shown = new Map<string, { readonly asking: AbortController; runId?: string }>();

  async function ask(id: string, { updates }: PutOptions): Promise<void> {
    const known = shown.get(id);
    const question = await runtime.approvals.show(id);
    if (known === undefined || known.asking.signal.aborted || question.status !== "pending") return;
    known.runId = question.runId;
    const { toolCall, options, choices, diffs } = permissionFor(question, language());
    updates.showed(question.callId, diffs);
    const { outcome } = await connection.client.request(
      methods.client.session.requestPermission,
      { sessionId, toolCall, options },
      { cancellationSignal: known.asking.signal, stopWaitingOnCancel: true },
    );
    if (known.asking.signal.aborted) return;
    const choice = chosen(outcome, choices);
    const answer = { ...choice, by: PERSON.user, door: DOOR };
    const { accepted, approval } = await runtime.approvals.answer(id, answer);
    const words = accepted ? answerWords(approval, language()) : "";
    if (words !== "") await update(messageChunk(`${words}\n\n`));
  }

  return {
    put(id, options) {
      if (shown.has(id)) return;
      const asking = new AbortController();
      shown.set(id, { asking });
      ask(id, options).catch(async (error: unknown) => {
        if (asking.signal.aborted) return;
        // An editor that cannot ask counts as nobody to ask. If the editor is gone, the question stays for
        // the next one.
        if (!connection.signal.aborted)
          await runtime.approvals.answer(id, { answer: "deny", by: PERSON.user, door: DOOR });
        options.onFault(error);
      });
    },
    settle(id) {
      shown.get(id)?.asking.abort();
      shown.delete(id);
    },
    settleAll(runId) {
      for (const [id, known] of shown)
        if (known.runId === runId) {
          known.asking.abort();
          shown.delete(id);
        }
    },
  };
}

/** The person's choice. No choice, or one that this question did not offer, is a no. */
function chosen(outcome: RequestPermissionOutcome, choices: ReadonlyMap<string, Choice>): Choice {
  const choice = outcome.outcome === "selected" ? choices.get(outcome.optionId) : undefined;
  return choice ?? { answer: "deny" };
}
