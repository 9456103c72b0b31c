import type { TurnOptions } from "../agent/agent-parts.ts";
import type { Agent } from "../agent/create-agent.ts";
import type { AnswerResult } from "../approval/approval-queue.ts";
import type { Approval } from "../contract/asking/approval.ts";
import type { Conversation, Turn } from "../contract/user/conversation.ts";
import type { RunJob } from "../store/shared-store.ts";
import type { Language } from "../support/language-of.ts";
import type { SentFile } from "./attachment-store.ts";
import type { EventNumber } from "./event-number.ts";
import type { AgentOverrides } from "./live-runs.ts";
import type { NumberedEvent } from "./run-stream.ts";
import type { TitledConversation } from "./title-conversations.ts";

/** Tokens that models used so far for this message. */
export interface TokenUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A button below a question. */
export interface AnswerButton {
  /** The reply that a press stands for, as if it were typed: `yes abcdef`, `2 abcdef`. */
  readonly reply: string;
  readonly words: string;
  readonly answer: "approve" | "deny";
}

/** What a channel of plain messages sends back, in order. */
export type Utterance =
  /** A piece of the model's text, for channels that show it as it grows. */
  | {
      readonly type: "delta";
      readonly text: string /** Whether it begins another reply. */;
      readonly begins: boolean;
    }
  /** An intermediate notice: which tool is used, or that a question is still open. */
  | {
      readonly type: "notice";
      readonly text: string;
      /** Whether the person must see it: a message that looked like an answer was not one. */
      readonly important?: boolean;
      /** Whether it announces the use of tools. */
      readonly announces?: boolean;
      /** Whether it says what the run waits for before it begins. */
      readonly waits?: boolean;
    }
  /** A question about a call, with the replies that answer it. The run waits. */
  | {
      readonly type: "question";
      readonly text: string;
      readonly approval: string;
      /** The question on one line. */
      readonly title: string;
      /** For channels that have buttons. */
      readonly buttons: readonly AnswerButton[];
      readonly language: Language;
      readonly runId: string;
      readonly usage: TokenUse;
    }
  /** The last one: the answer, or why it failed. */
  | { readonly type: "answer"; readonly text: string; readonly runId?: string; readonly usage?: TokenUse };

/** The author of a message. The door vouches for all fields; nothing in a message can change them. */
export interface Speaker {
  /** One name per person and door, such as `telegram:4711`. `local` is the person at this machine. */
  readonly user: string;
  readonly door: string;
  /** Whether this person may answer approvals. */
  readonly mayApprove: boolean;
  /** Whether this person may change the rules of the folder with an answer. Default: the value of `seesAll`. */
  readonly mayChangeRules?: boolean;
  /** Whether this person may raise every budget with an answer. Default: only the person at this machine may. */
  readonly mayChangeBudgets?: boolean;
  /** Whether this person may access the conversations and runs of others. */
  readonly seesAll?: boolean;
}

export interface SayOptions
  extends Pick<TurnOptions, "ask" | "park" | "place" | "mode" | "signal" | "callSignal" | "thinking"> {
  /** Continues this conversation, or starts it with this id. Default: a new conversation with its own id. */
  readonly conversation?: string;
  /** When the person sent it, if the channel knows: a reply sent before a question was asked does not answer it. */
  readonly sentAt?: number;
  /** Whether others read and write there, too. An answer must then name its question. */
  readonly shared?: boolean;
  /** Files attached to the message. */
  readonly attachments?: readonly SentFile[];
  /** Another agent than the runtime's own. The run then continues in this process. */
  readonly agent?: Agent;
  /** Another model or persona than the runtime's own, wherever the run continues. */
  readonly overrides?: AgentOverrides;
  /** Limits of concurrent runs in this process: of everybody, and of this person. Answers are always accepted. */
  readonly most?: { readonly all: number; readonly own: number };
}

export interface ConverseOptions extends SayOptions {
  /** Ends the listening, not the run. */
  readonly listening: AbortSignal;
  /** The runs that this channel already follows. Their answers arrive there once. */
  readonly followed?: Set<string>;
  /** Called before the replies of the run are read. */
  onRun?(runId: string, language: Language): Promise<void>;
}

/** How the replies of a run are read. */
export interface ReplyOptions {
  /** Ends the listening, not the run. */
  readonly listening: AbortSignal;
  /** The runs that this channel already follows. */
  readonly followed: Set<string>;
  readonly language: Language;
  /** Only replies after this event. */
  readonly after?: EventNumber;
}

/** One exchange from before a conversation was imported. */
export interface Exchange {
  readonly message: string;
  readonly answer: string;
}

/** How a message was handled. */
export type MessageResult =
  /** A run started: follow it. `pending` are earlier open questions of the conversation. */
  | {
      readonly type: "run";
      readonly runId: string;
      readonly conversationId: string;
      readonly pending: readonly Approval[];
      /** Expired questions that the message may have meant to answer. */
      readonly expired: readonly Approval[];
    }
  /** It answered a question. The run that asked continues, or has ended. */
  | {
      readonly type: "answered";
      readonly runId: string;
      readonly conversationId: string;
      readonly result: AnswerResult;
      /** The event of the question. Later events are new. */
      readonly after: EventNumber;
    }
  /** It was an answer, but it must name the question. */
  | { readonly type: "ambiguous"; readonly conversationId: string; readonly pending: readonly Approval[] }
  /** It was an answer, but this person may not give it. */
  | { readonly type: "refused"; readonly conversationId: string; readonly pending: readonly Approval[] };

/** The core that all doors for conversations share: messages in, events out, questions and answers. */
export interface Conversations {
  /** Handles one message. If the whole message answers a question of this conversation, it is that answer; otherwise it starts a run. */
  say(text: string, from: Speaker, options?: SayOptions): Promise<MessageResult>;
  /**
   * The events of a run after `after`, to its end, whichever connection started it. They are live if the run is in progress here. An
   * interrupted run is continued first. A finished one is read from its log.
   */
  follow(
    runId: string,
    from: Speaker,
    options: { readonly after?: EventNumber; readonly signal: AbortSignal },
  ): AsyncIterable<NumberedEvent>;
  /** The same, batched per turn of the event loop, for doors that forward many events to many clients. */
  followTogether(
    runId: string,
    from: Speaker,
    options: { readonly after?: EventNumber; readonly signal: AbortSignal },
  ): AsyncIterable<readonly NumberedEvent[]>;
  /** The same for channels of plain messages: the replies to a message, with questions and answers in words. */
  converse(text: string, from: Speaker, options: ConverseOptions): AsyncIterable<Utterance>;
  /** The replies of a run that has begun, for a channel that takes over from another process. */
  replies(runId: string, from: Speaker, options: ReplyOptions): AsyncIterable<Utterance>;
  /** The language of the answer to a message: its own, or that of the conversation if the message shows none. */
  language(text: string, conversation?: string): Promise<Language>;
  /** Stops a run that is in progress here or waits in the store, and withdraws its open questions. Returns whether it did. */
  stop(runId: string, from: Speaker): Promise<boolean>;
  /** Continues an interrupted run. Returns whether it is in progress here now. */
  wake(runId: string): Promise<boolean>;
  /**
   * Works on the run of a job until it ends, waits for a person or is left. Returns whether it must be continued later. `handOver`
   * aborts when this process is about to end. For workers.
   */
  perform(job: RunJob, options: { readonly handOver: AbortSignal }): Promise<"done" | "later">;
  /** The number of runs in progress in this process. */
  active(): Promise<number>;
  /** The most recently used conversation comes first. */
  list(
    from: Speaker,
    /** `text`: only conversations that contain it. */
    page: { readonly limit: number; readonly before?: string; readonly text?: string },
  ): Promise<Conversation[]>;
  get(id: string, from: Speaker): Promise<Conversation>;
  /** Its last turns, oldest first; `before` pages back. */
  turns(
    id: string,
    from: Speaker,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<Turn[]>;
  /** Starts a conversation with exchanges from elsewhere. */
  begin(id: string, from: Speaker, past: readonly Exchange[]): Promise<void>;
  /** Starts a conversation with the turns of this one before a run, to continue differently from there. Both are kept. */
  branch(id: string, from: Speaker, before: string): Promise<Conversation>;
  rename(id: string, from: Speaker, title: string): Promise<Conversation>;
  /** Called when the model gave a conversation a title, in this process. Call the returned function to stop. */
  onTitled(listener: (titled: TitledConversation) => void): Promise<() => void>;
  /** Deletes a conversation. Its runs and logs stay as the record of what was done. */
  delete(id: string, from: Speaker): Promise<void>;
  /** Throws `not_found` unless this person may see the run. */
  checkRun(runId: string, from: Speaker): Promise<void>;
}
