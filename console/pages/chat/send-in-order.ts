import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Queued } from "./chat.ts";
import { isOpen, type Turn } from "./turn.ts";

interface SendParts {
  readonly turns: ReadonlySignal<readonly Turn[]>;
  readonly conversation: ReadonlySignal<string | undefined>;
  /** Starts a conversation with the turns before this run. Returns its id. */
  branch(conversation: string, before: string): Promise<string>;
  /** Continues in another conversation, with these turns. */
  moveTo(conversation: string, turns: readonly Turn[]): void;
  /** Sends a message and follows its run to the end. */
  sendNow(message: string, files: readonly File[]): Promise<void>;
  /** Whether the person has stopped the run that is under way. */
  isStopping(): boolean;
  onProblem(error: unknown): void;
}

interface Sending {
  readonly queue: Signal<readonly Queued[]>;
  readonly editing: Signal<Turn | undefined>;
  send(message: string, files?: readonly File[]): Promise<void>;
  /** Sends what waits, after a run has ended. */
  sendNext(): Promise<void>;
}

/** Sends one message at a time. Messages sent during a run wait for its end; an edited earlier message starts a branch. */
export function sendInOrder(parts: SendParts): Sending {
  const { turns, conversation } = parts;
  const queue = signal<readonly Queued[]>([]);
  const editing = signal<Turn | undefined>(undefined);

  async function branchOff(): Promise<void> {
    const [edited, id] = [editing.value, conversation.value];
    editing.value = undefined;
    if (edited?.runId === undefined || id === undefined) return;
    const branch = await parts.branch(id, edited.runId);
    if (conversation.value === id) parts.moveTo(branch, turns.value.slice(0, turns.value.indexOf(edited)));
  }

  async function send(message: string, files: readonly File[] = []): Promise<void> {
    const last = turns.value.at(-1);
    if (last !== undefined && isOpen(last)) {
      queue.value = [...queue.value, { message, files, afterStop: parts.isStopping() }];
      return;
    }
    try {
      await branchOff();
    } catch (error) {
      parts.onProblem(error);
      return;
    }
    await parts.sendNow(message, files);
    await sendNext();
  }

  async function sendNext(): Promise<void> {
    const last = turns.value.at(-1);
    if (last === undefined || isOpen(last)) return;
    const isDone = last.status === "done";
    // Messages written before a run failed or was stopped wait for the person.
    const next = queue.value.find(({ afterStop }) => isDone || afterStop);
    if (next === undefined) return;
    queue.value = queue.value.filter((other) => other !== next);
    await send(next.message, next.files);
  }

  return { queue, editing, send, sendNext };
}
