import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ApiProblem } from "../../core/api-problem.ts";
import type { PersonMessage } from "../../core/live-event.ts";
import type { StoredMessage } from "./chat-routes.ts";
import type { Turn } from "./turn.ts";

/** One conversation on the screen. */
export interface Chat {
  readonly turns: ReadonlySignal<readonly Turn[]>;
  readonly conversation: ReadonlySignal<string | undefined>;
  readonly problem: ReadonlySignal<ApiProblem | undefined>;
  readonly loading: ReadonlySignal<boolean>;
  /** Messages stored for the person while they were away. */
  readonly kept: ReadonlySignal<readonly StoredMessage[]>;
  /** The cursor of the earlier turns, if there are any. */
  readonly earlier: ReadonlySignal<string | undefined>;
  /** The text in the composer. */
  readonly draft: Signal<string>;
  /** The persona that answers the next message. Empty: the config's. */
  readonly persona: Signal<string>;
  /**
   * The turn whose message is being edited. Sending it continues the conversation from there, in a branch.
   */
  readonly editing: Signal<Turn | undefined>;
  /** Messages that are sent once the run has ended, one after the other. */
  readonly queue: Signal<readonly Queued[]>;
  /** Shows another conversation. `undefined` starts a new one. */
  open(conversation: string | undefined): Promise<void>;
  /** Shows turns that were added elsewhere. */
  refresh(): Promise<void>;
  loadEarlier(): Promise<void>;
  send(message: string, files?: readonly File[]): Promise<void>;
  stop(): Promise<void>;
  undo(callId: string): Promise<void>;
  /** Shows a new stored message, if it belongs here. */
  addKept(message: PersonMessage): void;
  /** Marks the stored messages as read. */
  markRead(): void;
  /** Leaves it: a run under way continues unwatched. */
  leave(): void;
}

/** A queued message. */
export interface Queued {
  readonly message: string;
  readonly files: readonly File[];
  /** Whether it was written after the person stopped the run. */
  readonly afterStop: boolean;
}

/** What a chat needs of its page. */
export interface ChatOptions {
  /** Resolves when no event of data loaded after that can be missed. */
  ready(): Promise<void>;
  /** Called with the conversation that a message has started or moved to. */
  onConversation(id: string): void;
}
