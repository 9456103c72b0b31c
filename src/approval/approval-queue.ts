import type { Approval, ApprovalStatus, AskingPlace, RecordedAnswer } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Risk } from "../contract/tool.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { newApprovalId } from "./approval-id.ts";
import { settlesToo } from "./same-question.ts";
import { atTime, behind, peopleByName, samePerson, withAnswer } from "./settle.ts";
import { createWaiters } from "./waiters.ts";

/** A question before it has an id, a time and a state. */
type Question = Omit<Approval, "id" | "createdAt" | "expiresAt" | "status" | "quorum" | "answers">;

/** What came of an answer, and in words what to tell whoever gave it. */
export interface AnswerResult {
  readonly accepted: boolean;
  readonly message: string;
  readonly approval: Approval;
  /** Other open questions that the same grant has settled. */
  readonly also: readonly Approval[];
}

/** Keeps questions and answers. Only doors reach it: there is no tool for it. */
export interface ApprovalQueue {
  /** Stores a question; when this resolves, no crash can lose it. */
  open(question: Question): Promise<Approval>;
  /** How many people must agree to a call of this risk. */
  quorumOf(risk: Risk): number;
  list(page?: {
    status?: ApprovalStatus;
    runId?: string;
    limit?: number;
    before?: string;
  }): Promise<Approval[]>;
  get(id: string): Promise<Approval>;
  /** The first answer decides; a later one is told so. */
  answer(id: string, answer: Omit<RecordedAnswer, "at">): Promise<AnswerResult>;
  /** Resolves when the question is settled, wherever the answer comes from, or its time is over. */
  wait(id: string, options: { signal: AbortSignal }): Promise<Approval>;
  /** The call that asked was stopped or is gone: later answers are told so. */
  withdraw(id: string): Promise<void>;
}

export interface QueueOptions {
  store(): Promise<Store>;
  now(): number;
  /** Leaves secrets out of text. */
  redact(text: string): string;
  readonly expiry: Readonly<Record<AskingPlace, number>>;
  readonly quorum: Readonly<Partial<Record<Risk, number>>>;
  /** Risks for which whoever asked cannot agree themselves. Default: none. */
  byOthers?(): readonly Risk[];
  /** The names of each person who has several: one person agrees once. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
}

const MOST_OPEN = 1_000;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Creates the queue of one store. */
export function createApprovalQueue(options: QueueOptions): ApprovalQueue {
  const { store, now, redact, expiry, quorum, byOthers = () => [] } = options;
  const personOf = peopleByName(options.people ?? {});
  const ledger = async () => (await store()).approvals;
  const waiters = createWaiters(ledger);
  const clock = () => Math.floor(now());

  async function stored(id: string): Promise<Approval> {
    const held = await (await ledger()).get(id);
    if (held !== undefined) return atTime(held, clock());
    throw new DejimaError(
      "not_found",
      `Cannot find approval "${id.slice(0, 100)}": \`dejima approvals list\` shows the ones there are`,
      { id },
    );
  }

  /** An answer without secrets. A reason belongs to a no; with a yes it is left out, as is an empty one. */
  function redacted({ reason = "", ...given }: Omit<RecordedAnswer, "at">): Omit<RecordedAnswer, "at"> {
    const said = given.answer === "deny" ? reason.trim() : "";
    return { ...given, by: redact(given.by), ...(said === "" ? {} : { reason: redact(said) }) };
  }

  /** The person whose run asked. */
  async function userOf(runId: string): Promise<string> {
    return personOf((await (await store()).runs.get(runId))?.user ?? LOCAL_USER);
  }

  /** Why a yes of this person does not count, where somebody else has to agree. `undefined` if it does. */
  async function refusedAsOwn(id: string, { answer, by, door }: Omit<RecordedAnswer, "at">) {
    const separated = byOthers();
    if (answer === "deny" || separated.length === 0) return undefined;
    const approval = await stored(id);
    if (!separated.includes(approval.risk)) return undefined;
    const isOwn = samePerson(behind(await userOf(approval.runId)), behind(personOf(by, door)));
    return isOwn
      ? { approval, why: `${id} needs the yes of somebody else: you have asked for it yourself` }
      : undefined;
  }

  /** Answers the open questions of the same person that a grant covers, too. */
  async function settleSame(
    approval: Approval,
    { by, door, ...given }: Omit<RecordedAnswer, "at">,
  ): Promise<Approval[]> {
    const approvals = await ledger();
    const user = await userOf(approval.runId);
    const settled: Approval[] = [];
    for (const other of await approvals.list({ status: "pending", limit: MOST_OPEN })) {
      if (!settlesToo(approval, given, other) || (await userOf(other.runId)) !== user) continue;
      const answer = { answer: "approve", by: redact(by), door, at: clock() } as const;
      let accepted = false;
      const next = await approvals.change(other.id, (held) => {
        const answered = withAnswer(atTime(held, clock()), answer, personOf);
        accepted = answered.accepted;
        return answered.accepted ? answered.next : undefined;
      });
      waiters.tell(next);
      if (accepted) settled.push(next);
    }
    return settled;
  }

  /** Stores that questions have expired, so that a page by status holds what it should. */
  async function noteExpired(runId: string | undefined): Promise<void> {
    const approvals = await ledger();
    let before: string | undefined;
    for (;;) {
      const page = await approvals.list({
        status: "pending",
        limit: MOST_OPEN,
        ...defined({ runId, before }),
      });
      for (const { id } of page.filter((held) => atTime(held, clock()) !== held)) {
        await approvals.change(id, (held) => {
          const current = atTime(held, clock());
          return current === held ? undefined : current;
        });
      }
      before = page.at(-1)?.id;
      if (page.length < MOST_OPEN) return;
    }
  }

  const quorumOf = (risk: Risk) => quorum[risk] ?? 1;
  return {
    quorumOf,
    async open(question) {
      const createdAt = clock();
      const approval = {
        ...question,
        createdAt,
        expiresAt: createdAt + expiry[question.place],
        status: "pending",
        quorum: quorumOf(question.risk),
        answers: [],
      } as const;
      for (;;) {
        const held: Approval = { ...approval, id: newApprovalId(), answers: [] };
        try {
          await (await ledger()).create(held);
          return held;
        } catch (error) {
          // Ids are short; one that is taken is thrown again like a die.
          if (!(error instanceof DejimaError && error.code === "conflict")) throw error;
        }
      }
    },
    async list({ status, runId, limit = 100, before } = {}) {
      if (status === "pending" || status === "expired") await noteExpired(runId);
      const page = { limit, ...defined({ status, runId, before }) };
      const approvals = (await (await ledger()).list(page)).map((held) => atTime(held, clock()));
      return approvals.filter((held) => status === undefined || held.status === status);
    },
    get: stored,
    async answer(id, given) {
      const refused = await refusedAsOwn(id, given);
      if (refused !== undefined)
        return { accepted: false, message: refused.why, approval: refused.approval, also: [] };
      let message = "";
      let accepted = false;
      const approvals = await ledger();
      const change = (held: Approval) => {
        const current = atTime(held, clock());
        const answered = withAnswer(current, { ...redacted(given), at: clock() }, personOf);
        accepted = answered.accepted;
        message = answered.accepted ? saysAccepted(answered.next) : answered.why;
        return answered.accepted ? answered.next : current === held ? undefined : current;
      };
      const approval = await approvals.change(id, change).catch(async (error: unknown) => {
        // For one that is not there, in our own words.
        await stored(id);
        throw error;
      });
      waiters.tell(approval);
      const isGrant = accepted && approval.status === "approved" && given.grant !== undefined;
      const also = isGrant ? await settleSame(approval, given) : [];
      const others = also.length === 0 ? "" : `, and with it ${also.map((other) => other.id).join(", ")}`;
      return { accepted, message: `${message}${others}`, approval, also };
    },
    async wait(id, { signal }) {
      const settled = Promise.withResolvers<Approval>();
      // It may be settled before anybody waits for it, and nobody does if the question cannot be read.
      settled.promise.catch(() => {});
      const check = (held: Approval) => {
        const current = atTime(held, clock());
        if (current.status !== "pending") settled.resolve(current);
      };
      const onAbort = () => settled.reject(cancelled(id));
      const stop = await waiters.add(id, check);
      let timer: NodeJS.Timeout | undefined;
      const arm = (expiresAt: number) => {
        const left = Math.min(LONGEST_TIMER, Math.max(0, expiresAt - now()) + 1);
        timer = setTimeout(async () => {
          const held = await stored(id).catch(settled.reject);
          if (held !== undefined) check(held);
          if (held?.status === "pending") arm(expiresAt);
        }, left);
      };
      try {
        if (signal.aborted) throw cancelled(id);
        signal.addEventListener("abort", onAbort, { once: true });
        const held = await stored(id);
        check(held);
        if (held.status === "pending") arm(held.expiresAt);
        return await settled.promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        stop();
      }
    },
    async withdraw(id) {
      const approval = await (await ledger()).change(id, (held) =>
        atTime(held, clock()).status === "pending" ? { ...held, status: "withdrawn" } : undefined,
      );
      waiters.tell(approval);
    },
  };
}

function saysAccepted(approval: Approval): string {
  if (approval.status !== "pending") return `${approval.id} is ${approval.status}`;
  const left = approval.quorum - approval.answers.length;
  return `${approval.id} waits for ${left} more ${left === 1 ? "person" : "people"} to agree`;
}

function cancelled(id: string): DejimaError {
  return new DejimaError("cancelled", `Cancelled while ${id} waited for an answer; nothing was run`, { id });
}
