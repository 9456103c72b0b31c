import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ApiProblem } from "../../core/api-problem.ts";
import type { MessageKept } from "../../core/happening.ts";
import type { Kept } from "./chat-routes.ts";
import type { Turn } from "./turn.ts";

/** A message that waits for its turn. */
export interface Queued {
  readonly message: string;
  readonly files: readonly File[];
}

/** One conversation on the screen. */
export interface Chat {
  readonly turns: ReadonlySignal<readonly Turn[]>;
  readonly conversation: ReadonlySignal<string | undefined>;
  readonly problem: ReadonlySignal<ApiProblem | undefined>;
  readonly loading: ReadonlySignal<boolean>;
  /** What was sent to the person while nobody looked. */
  readonly kept: ReadonlySignal<readonly Kept[]>;
  /** Where the turns before these begin, if there are any. */
  readonly earlier: ReadonlySignal<string | undefined>;
  /** What the person is writing. */
  readonly draft: Signal<string>;
  /** Who answers the next message; empty is who the config says. */
  readonly persona: Signal<string>;
  /** The turn whose message is being edited. Sending it continues the conversation from there, in a branch. */
  readonly editing: Signal<Turn | undefined>;
  /** Messages that are sent once the run has ended, one after the other. */
  readonly queue: Signal<readonly Queued[]>;
  /** Shows another conversation; nothing begins a new one. */
  open(conversation: string | undefined): Promise<void>;
  /** Shows what was said in it elsewhere meanwhile. */
  refresh(): Promise<void>;
  loadEarlier(): Promise<void>;
  send(message: string, files?: readonly File[]): Promise<void>;
  stop(): Promise<void>;
  undo(callId: string): Promise<void>;
  /** Shows a message that was just kept, if it belongs here. */
  addKept(message: MessageKept): void;
  /** Takes what was kept as read. */
  markRead(): void;
  /** Leaves it: what runs goes on without being watched. */
  leave(): void;
}

/** What a chat needs of its page. */
export interface ChatOptions {
  /** Resolves when what is loaded from then on is not missed. */
  ready(): Promise<void>;
  /** Hears of the conversation that a message has begun or moved to. */
  onConversation(id: string): void;
}
