import {
  type Approval,
  type ApprovalRequest,
  type ApprovalStatus,
  type AskingPlace,
  noSuchApproval,
  type RecordedAnswer,
} from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import type { Risk } from "../contract/tool.ts";
import type { Store } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { canonicalJson } from "../support/json.ts";
import { newApprovalId } from "./approval-id.ts";
import { type Answerer, refusedBudgetAnswer } from "./budget-answers.ts";
import { atTime, peopleByName, samePerson, withAnswer } from "./settle.ts";
import { createWaiters } from "./waiters.ts";

/** A question before it gets an id, a time and a status. */
type Question = Omit<Approval, "id" | "createdAt" | "expiresAt" | "status" | "quorum" | "answers">;

/** The result of an answer, with a message for the person who gave it. */
export interface AnswerResult {
  readonly accepted: boolean;
  readonly message: string;
  readonly approval: Approval;
  /** Other open questions that the same grant settled. */
  readonly also: readonly Approval[];
}

/** What the person who answers may do, as far as their door says it. */
export type AnswerRights = Pick<Answerer, "mayChangeBudgets" | "isUserOfRun">;

/** Stores questions and answers. Only doors use it; no tool can reach it. */
export interface ApprovalQueue {
  /** Stores a question. Once this resolves, a crash cannot lose it. */
  open(question: Question): Promise<Approval>;
  /** How many people must approve a call of this risk. */
  quorumOf(risk: Risk): number;
  list(page?: {
    status?: ApprovalStatus;
    runId?: string;
    limit?: number;
    before?: string;
  }): Promise<Approval[]>;
  get(id: string): Promise<Approval>;
  /** The first answer decides. A later one is rejected with a message. */
  answer(id: string, answer: Omit<RecordedAnswer, "at">, rights?: AnswerRights): Promise<AnswerResult>;
  /** Why this person's answer to the question does not count. Returns `undefined` if it counts. */
  refusal(question: ApprovalRequest, from: Answerer): Promise<string | undefined>;
  /** Resolves when the question is settled, wherever the answer comes from, or has expired. */
  wait(id: string, options: { signal: AbortSignal }): Promise<Approval>;
  /** Withdraws a question whose call was stopped or is gone. Later answers are rejected with a message. */
  withdraw(id: string): Promise<void>;
}

export interface QueueOptions {
  store(): Promise<Store>;
  now(): number;
  /** Redacts secrets from text. */
  redact(text: string): string;
  readonly expiry: Readonly<Record<AskingPlace, number>>;
  readonly quorum: Readonly<Partial<Record<Risk, number>>>;
  /** Risks for which the owner of the run may not approve their own calls. Default: none. */
  byOthers?(): readonly Risk[];
  /** The names of each person who has several. A person can approve only once. */
  readonly people?: Readonly<Record<string, readonly string[]>>;
}

const MAX_OPEN = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

export function createApprovalQueue(options: QueueOptions): ApprovalQueue {
  const { store, now, redact, expiry, quorum, byOthers = () => [] } = options;
  const personOf = peopleByName(options.people ?? {});
  const ledger = async () => (await store()).approvals;
  const waiters = createWaiters(ledger);
  const clock = () => Math.floor(now());

  async function stored(id: string): Promise<Approval> {
    const entry = await (await ledger()).get(id);
    if (entry !== undefined) return atTime(entry, clock());
    throw noSuchApproval(id);
  }

  /** An answer without secrets. A reason is kept only with a denial, and only if it is not empty. */
  function redactAnswer({ reason = "", ...answer }: Omit<RecordedAnswer, "at">): Omit<RecordedAnswer, "at"> {
    const reasonText = answer.answer === "deny" ? reason.trim() : "";
    return { ...answer, by: redact(answer.by), ...(reasonText === "" ? {} : { reason: redact(reasonText) }) };
  }

  /** The owner of the run that asks. */
  async function userOf(runId: string): Promise<string> {
    return personOf((await (await store()).runs.get(runId))?.user ?? LOCAL_USER);
  }

  /** Why this person's approval does not count if somebody else must approve. Returns `undefined` if it counts. */
  async function refusedAsOwn(
    { id, risk, runId }: Approval,
    { answer, by, door }: Omit<RecordedAnswer, "at">,
  ): Promise<string | undefined> {
    if (answer === "deny" || !byOthers().includes(risk)) return undefined;
    const isOwn = samePerson(await userOf(runId), personOf(by, door));
    return isOwn ? `${id} needs the yes of somebody else: you have asked for it yourself` : undefined;
  }

  const refusal = (question: ApprovalRequest, from: Answerer) =>
    refusedBudgetAnswer(question, from, { store, personOf });

  /** Answers the open questions of the same user that the grant covers as well, at most as many as it may be used for. */
  async function settleSame(
    approval: Approval,
    { by, door, ...choice }: Omit<RecordedAnswer, "at">,
  ): Promise<Approval[]> {
    const approvals = await ledger();
    const user = await userOf(approval.runId);
    const settled: Approval[] = [];
    const most = chosenOffer(approval, choice)?.terms.maxUses ?? 0;
    for (const other of await approvals.list({ status: "pending", limit: MAX_OPEN })) {
      if (settled.length >= most) break;
      if (!coversSameTerms(approval, choice, other) || (await userOf(other.runId)) !== user) continue;
      const answer = { answer: "approve", by: redact(by), door, at: clock() } as const;
      let accepted = false;
      const next = await approvals.change(other.id, (entry) => {
        const answered = withAnswer(atTime(entry, clock()), answer, personOf);
        accepted = answered.accepted;
        return answered.accepted ? answered.next : undefined;
      });
      waiters.notify(next);
      if (accepted) settled.push(next);
    }
    return settled;
  }

  /** Stores the expiry of questions, so that pages by status are correct. */
  async function noteExpired(runId: string | undefined): Promise<void> {
    const approvals = await ledger();
    let before: string | undefined;
    for (;;) {
      const page = await approvals.list({
        status: "pending",
        limit: MAX_OPEN,
        ...defined({ runId, before }),
      });
      for (const { id } of page.filter((entry) => atTime(entry, clock()) !== entry)) {
        await approvals.change(id, (entry) => {
          const current = atTime(entry, clock());
          return current === entry ? undefined : current;
        });
      }
      before = page.at(-1)?.id;
      if (page.length < MAX_OPEN) return;
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
        const entry: Approval = { ...approval, id: newApprovalId(), answers: [] };
        try {
          await (await ledger()).create(entry);
          return entry;
        } catch (error) {
          // Ids are short. If one is taken, try another.
          if (!(error instanceof DejimaError && error.code === "conflict")) throw error;
        }
      }
    },
    async list({ status, runId, limit = 100, before } = {}) {
      if (status === "pending" || status === "expired") await noteExpired(runId);
      const page = { limit, ...defined({ status, runId, before }) };
      const approvals = (await (await ledger()).list(page)).map((entry) => atTime(entry, clock()));
      return approvals.filter((entry) => status === undefined || entry.status === status);
    },
    get: stored,
    refusal,
    async answer(id, answer, rights = {}) {
      const before = await stored(id);
      const pending = before.status === "pending";
      const refused = pending
        ? ((await refusal(before, { ...answer, ...rights })) ?? (await refusedAsOwn(before, answer)))
        : undefined;
      if (refused !== undefined) return { accepted: false, message: refused, approval: before, also: [] };
      let message = "";
      let accepted = false;
      const approvals = await ledger();
      const change = (entry: Approval) => {
        const current = atTime(entry, clock());
        const answered = withAnswer(current, { ...redactAnswer(answer), at: clock() }, personOf);
        accepted = answered.accepted;
        message = answered.accepted ? acceptedMessage(answered.next) : answered.why;
        return answered.accepted ? answered.next : current === entry ? undefined : current;
      };
      const approval = await approvals.change(id, change);
      waiters.notify(approval);
      const isGrant = accepted && approval.status === "approved" && answer.grant !== undefined;
      const also = isGrant ? await settleSame(approval, answer) : [];
      const others = also.length === 0 ? "" : `, and with it ${also.map((other) => other.id).join(", ")}`;
      return { accepted, message: `${message}${others}`, approval, also };
    },
    async wait(id, { signal }) {
      const settled = Promise.withResolvers<Approval>();
      // It may settle before anybody awaits it, or without anybody awaiting it if the question cannot be read.
      settled.promise.catch(() => {});
      const check = (entry: Approval) => {
        const current = atTime(entry, clock());
        if (current.status !== "pending") settled.resolve(current);
      };
      const onAbort = () => settled.reject(cancelled(id));
      const stop = await waiters.add(id, check);
      let timer: NodeJS.Timeout | undefined;
      const arm = (expiresAt: number) => {
        const left = Math.min(MAX_TIMER_MS, Math.max(0, expiresAt - now()) + 1);
        timer = setTimeout(async () => {
          const entry = await stored(id).catch(settled.reject);
          if (entry !== undefined) check(entry);
          if (entry?.status === "pending") arm(expiresAt);
        }, left);
      };
      try {
        if (signal.aborted) throw cancelled(id);
        signal.addEventListener("abort", onAbort, { once: true });
        const entry = await stored(id);
        check(entry);
        if (entry.status === "pending") arm(entry.expiresAt);
        return await settled.promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        stop();
      }
    },
    async withdraw(id) {
      const approval = await (await ledger()).change(id, (entry) =>
        atTime(entry, clock()).status === "pending" ? { ...entry, status: "withdrawn" } : undefined,
      );
      waiters.notify(approval);
    },
  };
}

function acceptedMessage(approval: Approval): string {
  if (approval.status !== "pending") return `${approval.id} is ${approval.status}`;
  const left = approval.quorum - approval.answers.length;
  return `${approval.id} waits for ${left} more ${left === 1 ? "person" : "people"} to agree`;
}

function cancelled(id: string): DejimaError {
  return new DejimaError("cancelled", `Cancelled while ${id} waited for an answer; nothing was run`, { id });
}

/**
 * Whether a grant given with an answer also settles another open question: the other question offers a grant with exactly the
 * same terms, so the grant covers its call as well.
 */
function coversSameTerms(
  approval: Approval,
  { grant }: Pick<RecordedAnswer, "grant">,
  other: Approval,
): boolean {
  const chosen = chosenOffer(approval, { grant });
  if (chosen === undefined || other.id === approval.id || other.lines !== undefined) return false;
  const wanted = termsText(chosen);
  return other.offers.some((offer) => termsText(offer) === wanted);
}

/** The offer that was chosen with an answer. Returns `undefined` if the answer approves only its own question. */
function chosenOffer({ offers }: Approval, { grant }: Pick<RecordedAnswer, "grant">) {
  return offers.find(({ key }) => key === grant);
}

// The end of an offer depends on when the question was asked.
function termsText({ terms: { expiresAt: _end, ...terms } }: Approval["offers"][number]): string {
  return canonicalJson(terms);
}
