import {
  type Approval,
  type ApprovalRequest,
  type Ask,
  type AskingPlace,
  approvalAnswerSchema,
} from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import type { Parking } from "../contract/run.ts";
import { defined } from "../support/defined.ts";
import { thrownText } from "../support/thrown-text.ts";
import {
  approvalRefused,
  approvalRequired,
  cancelledWhileAsking,
  notAllowed,
  Parked,
} from "./approval-errors.ts";
import type { ApprovalQueue } from "./approval-queue.ts";

/** The hash of a call, and who agrees to it: the door vouches for the name. */
export interface AgreedHash {
  readonly hash: string;
  readonly by: string;
  readonly door: string;
}

/** How a person can be reached. */
interface ApprovalWays {
  /** What a person has agreed to beforehand; a hash alone is that of the person at this machine. */
  readonly approve: string | AgreedHash | undefined;
  /** Asks at the door that the call came through. */
  readonly ask: Ask | undefined;
  /** Let the question wait in the store when there is no door to ask at; `leave` it there for another process. */
  readonly park: Parking;
  readonly place: AskingPlace;
  /** Aborts when the caller gives up: the question is withdrawn. */
  readonly signal: AbortSignal;
  /** Aborts when the run ends or is left: a parked question stays in the store. */
  readonly over: AbortSignal;
  queue(): Promise<ApprovalQueue>;
  /** Hears of the question once it is stored; without an id nobody can answer it. */
  announce(id?: string): void;
}

/** A person's yes: the settled question, or only who said it where the question needed no storing. */
interface Agreement {
  readonly by: string;
  readonly door?: string;
  readonly approval?: Approval;
}

/**
 * Gets a person's agreement to exactly this call, or throws. The question is stored before it is announced; the first
 * answer decides, from the door or from anywhere else. Nobody to ask means no; a failure to ask means no.
 */
export async function obtainApproval(request: ApprovalRequest, ways: ApprovalWays): Promise<Agreement> {
  const { approve, ask, park, place, signal, over } = ways;
  if (approve !== undefined || (ask === undefined && park === "refuse")) {
    ways.announce();
    const agreed = typeof approve === "string" ? { hash: approve, by: "command line" } : approve;
    if (agreed?.hash === request.hash) {
      const { hash: _same, ...agreement } = agreed;
      return agreement;
    }
    const other = `the approval ${agreed?.hash.slice(0, 12)}… is for another call or another state of this one`;
    throw approvalRequired(request, approve === undefined ? "there is nobody to ask" : other);
  }
  if (signal.aborted || over.aborted) throw cancelledWhileAsking(request.tool);
  const queue = await ways.queue();
  const { id: _none, expiresAt: _never, ...question } = request;
  const approval = await queue.open({ ...question, place });
  try {
    ways.announce(approval.id);
    if (ask === undefined && park === "leave") throw new Parked(approval);
    const settled = await settlement(approval, queue, ways);
    if (settled.status !== "approved") throw approvalRefused(settled);
    const { door } = settled.answers.at(-1) ?? {};
    const by = settled.answers.map((given) => given.by).join(", ");
    return { by, approval: settled, ...defined({ door }) };
  } catch (error) {
    // A parked question stays open when its process goes: whoever resumes the run will find it answered.
    if (park === "refuse" || signal.aborted) await queue.withdraw(approval.id);
    throw error;
  }
}

// Made once: an abort without a reason makes an error of its own each time.
const SETTLED = new DejimaError("cancelled", "The question is settled");

/** Asks at the door and waits for the store at the same time; whatever settles the question ends both. */
async function settlement(approval: Approval, queue: ApprovalQueue, ways: ApprovalWays): Promise<Approval> {
  const settled = new AbortController();
  const stopped = AbortSignal.any([ways.signal, ways.over]);
  const signal = AbortSignal.any([stopped, settled.signal]);
  const stored = queue.wait(approval.id, { signal }).catch((error: unknown) => {
    throw stopped.aborted ? cancelledWhileAsking(approval.tool) : error;
  });
  let end: Approval | undefined;
  try {
    if (ways.ask === undefined) return await stored;
    // Resolves only when asking has failed: an answer comes back through the store like any other.
    const failed = new Promise<never>((_resolve, reject) => {
      askAtDoor(approval, queue, { ...ways, signal }).catch(reject);
    });
    end = await Promise.race([stored, failed]);
    return end;
  } finally {
    // A door that still shows the question can say what became of it.
    const { status } = end ?? {};
    settled.abort(
      status === undefined ? SETTLED : new DejimaError("cancelled", "The question is settled", { status }),
    );
    stored.catch(() => {});
  }
}

async function askAtDoor(approval: Approval, queue: ApprovalQueue, ways: ApprovalWays): Promise<void> {
  let given: unknown;
  try {
    given = await ways.ask?.(approval, { signal: ways.signal });
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw approvalRequired(approval, `asking failed (${thrownText(cause)})`);
  }
  const answer = approvalAnswerSchema.safeParse(given);
  if (!answer.success)
    throw approvalRequired(approval, 'asking failed (the answer was neither "approve" nor "deny")');
  // A program that says yes to everything turns nothing on.
  if (approval.off !== undefined && answer.data.answer === "approve" && answer.data.rule === undefined)
    throw notAllowed(approval);
  if (!ways.signal.aborted) await queue.answer(approval.id, { ...answer.data, door: ways.place });
}
