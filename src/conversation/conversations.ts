import type { TurnOptions } from "../agent/agent-parts.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { AnswerResult } from "../approval/approval-queue.ts";
import type { Approval } from "../contract/approval.ts";
import type { Conversation, Turn } from "../contract/conversation.ts";
import type { RunJob } from "../store/shared-store.ts";
import type { Language } from "../support/language-of.ts";
import type { SentFile } from "./attachment-store.ts";
import type { EventNumber } from "./event-number.ts";
import type { AgentOverrides } from "./live-runs.ts";
import type { NumberedEvent } from "./run-stream.ts";
import type { TitledConversation } from "./title-conversations.ts";
import type { Utterance } from "./utterance.ts";

/** Who writes, and where. The door vouches for all of it; nothing in a message can change it. */
export interface Speaker {
  /** One name per person and door, such as `telegram:4711`; `local` is the person at this machine. */
  readonly user: string;
  readonly door: string;
  /** Whether this person may answer questions about calls. */
  readonly mayApprove: boolean;
  /** Whether this person may change the rules of the folder with an answer. Default: whoever sees all. */
  readonly mayChangeRules?: boolean;
  /** Whether the conversations and runs of others are open to this person. */
  readonly seesAll?: boolean;
}

export interface SayOptions
  extends Pick<TurnOptions, "ask" | "park" | "place" | "mode" | "signal" | "callSignal" | "thinking"> {
  /** Goes on with this conversation, or begins it under this id; a new one with an id of its own begins without it. */
  readonly conversation?: string;
  /** When the person sent it, where the channel says so: a word sent before a question was put does not answer it. */
  readonly sentAt?: number;
  /** Whether others read and write there, too: an answer must then name its question. */
  readonly shared?: boolean;
  /** Files that came with the message. */
  readonly attachments?: readonly SentFile[];
  /** Another agent than the runtime's own; the run then goes on in this process. */
  readonly agent?: Agent;
  /** Another model or persona than the runtime's own, wherever the run goes on. */
  readonly overrides?: AgentOverrides;
  /** Begins no further run where so many go on in this process: of everybody, or of this person. An answer is always taken. */
  readonly most?: { readonly all: number; readonly own: number };
}

export interface ConverseOptions extends SayOptions {
  /** Ends the listening, not the run. */
  readonly listening: AbortSignal;
  /** The runs that this channel follows already: their answers arrive there once. */
  readonly followed?: Set<string>;
}

/** What was said before a conversation came here. */
export interface Exchange {
  readonly message: string;
  readonly answer: string;
}

/** How a message was handled. */
export type Said =
  /** A run began: follow it. `pending` are earlier questions of the conversation that still wait. */
  | {
      readonly type: "run";
      readonly runId: string;
      readonly conversationId: string;
      readonly pending: readonly Approval[];
      /** Questions that the message may have meant to answer, and whose time is over. */
      readonly expired: readonly Approval[];
    }
  /** It was an answer to a question; the run that asked goes on, or has come to its end. */
  | {
      readonly type: "answered";
      readonly runId: string;
      readonly conversationId: string;
      readonly result: AnswerResult;
      /** The event of the question: what follows it is new. */
      readonly after: EventNumber;
    }
  /** It was an answer, but not clear to which question: say which. */
  | { readonly type: "ambiguous"; readonly conversationId: string; readonly pending: readonly Approval[] }
  /** It was an answer, but not this person's to give. */
  | { readonly type: "refused"; readonly conversationId: string; readonly pending: readonly Approval[] };

/** What all doors for conversations share: who speaks, a message in, events out, questions asked and answered. */
export interface Conversations {
  /** Feeds one message. A whole message that answers a question of this conversation is that answer; anything else begins a run. */
  say(text: string, from: Speaker, options?: SayOptions): Promise<Said>;
  /**
   * The events of a run from the one after `after` on, to its end, whichever connection began it. Live where it goes on here;
   * a run that broke off with its process is gone on with first; one that has ended is read from its log.
   */
  follow(
    runId: string,
    from: Speaker,
    options: { readonly after?: EventNumber; readonly signal: AbortSignal },
  ): AsyncIterable<NumberedEvent>;
  /** The same, what comes within one turn of the event loop together: for doors that pass much on to many. */
  followTogether(
    runId: string,
    from: Speaker,
    options: { readonly after?: EventNumber; readonly signal: AbortSignal },
  ): AsyncIterable<readonly NumberedEvent[]>;
  /** The same for channels of plain messages: what to send back for one, questions and answers in words. */
  converse(text: string, from: Speaker, options: ConverseOptions): AsyncIterable<Utterance>;
  /** The language to answer a message in: its own, or that of the conversation where it shows none. */
  language(text: string, conversation?: string): Promise<Language>;
  /** Stops a run that goes on in this process or waits in the store, and withdraws its open questions; whether it did. */
  stop(runId: string, from: Speaker): Promise<boolean>;
  /** Goes on with a run whose process is gone, if it is one; whether it goes on here now. */
  wake(runId: string): Promise<boolean>;
  /**
   * Works on a run that a job names until it ends, waits for a person or is left; whether somebody has to go on with it later.
   * `handOver` aborts when this process is to end. For workers.
   */
  perform(job: RunJob, options: { readonly handOver: AbortSignal }): Promise<"done" | "later">;
  /** How many runs go on in this process. */
  active(): Promise<number>;
  /** The one something was last said in comes first. */
  list(
    from: Speaker,
    /** `text`: only those in which this stands. */
    page: { readonly limit: number; readonly before?: string; readonly text?: string },
  ): Promise<Conversation[]>;
  get(id: string, from: Speaker): Promise<Conversation>;
  /** Its last turns, oldest first; `before` pages back. */
  turns(
    id: string,
    from: Speaker,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<Turn[]>;
  /** Begins a conversation with what was said elsewhere before. */
  begin(id: string, from: Speaker, past: readonly Exchange[]): Promise<void>;
  /** Begins a conversation with the turns of this one before a run, to go on differently from there. Both stay. */
  branch(id: string, from: Speaker, before: string): Promise<Conversation>;
  rename(id: string, from: Speaker, title: string): Promise<Conversation>;
  /** Hears of conversations that the model gave a title, in this process. Call the returned function to stop. */
  onTitled(listener: (titled: TitledConversation) => void): Promise<() => void>;
  /** Forgets a conversation. Its runs and their logs stay: they are the record of what was done. */
  delete(id: string, from: Speaker): Promise<void>;
  /** Whether this person may see a run; throws as if there were none otherwise. */
  checkRun(runId: string, from: Speaker): Promise<void>;
}
