import {
  type Approval,
  type ApprovalRequest,
  type Ask,
  type AskingPlace,
  approvalAnswerSchema,
} from "../contract/asking/approval.ts";
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

/** The hash of an approved call, and who approved it. The door vouches for the name. */
export interface AgreedHash {
  readonly hash: string;
  readonly by: string;
  readonly door: string;
  /** Whether they may change every budget. Default: only the person at this machine may. */
  readonly mayChangeBudgets?: boolean;
}

/** How a person can be asked. */
interface AskOptions {
  /** Whether a program makes the call. */
  readonly isInner?: boolean;
  /** A hash that a person approved beforehand. A hash alone comes from the local user. */
  readonly approve: string | AgreedHash | undefined;
  /** Asks at the door that the call came through. */
  readonly ask: Ask | undefined;
  /** What happens to the question if there is no door to ask at. */
  readonly park: Parking;
  readonly place: AskingPlace;
  /** Aborts when the caller gives up. The question is then withdrawn. */
  readonly signal: AbortSignal;
  /** Aborts when the run ends or this process leaves it. A parked question stays in the store. */
  readonly over: AbortSignal;
  queue(): Promise<ApprovalQueue>;
  /** Called once the question is stored. Without an id nobody can answer it. */
  announce(id?: string): Promise<void> | undefined;
}

/** A person's approval: the settled question, or only the person if the question was not stored. */
interface Agreement {
  readonly by: string;
  readonly door?: string;
  readonly approval?: Approval;
}

/**
 * Obtains a person's approval of exactly this call, or throws. The question is stored before it is announced. The first answer
 * decides, from the door or from anywhere else. If nobody can be asked or asking fails, the call is refused.
 */
export async function obtainApproval(request: ApprovalRequest, options: AskOptions): Promise<Agreement> {
  const { approve, ask, park, place, signal, over } = options;
  if (approve !== undefined || (ask === undefined && park === "refuse")) {
    await options.announce();
    const agreed = typeof approve === "string" ? { hash: approve, by: "command line" } : approve;
    if (agreed?.hash === request.hash) {
      const { hash: _same, ...answerer } = agreed;
      const refused = await (await options.queue()).refusal(request, answerer);
      if (refused !== undefined) throw new DejimaError("forbidden", refused, { tool: request.tool });
      return answerer;
    }
    const other = `the approval ${agreed?.hash.slice(0, 12)}… is for another call or another state of this one`;
    throw approvalRequired(
      request,
      approve === undefined ? "there is nobody to ask" : other,
      options.isInner ?? false,
    );
  }
  if (signal.aborted || over.aborted) throw cancelledWhileAsking(request.tool);
  const queue = await options.queue();
  const { id: _none, expiresAt: _never, ...question } = request;
  const approval = await queue.open({ ...question, place });
  try {
    await options.announce(approval.id);
    if (ask === undefined && park === "leave") throw new Parked(approval);
    const settled = await settlement(approval, queue, options);
    if (settled.status !== "approved") throw approvalRefused(settled);
    const { door } = settled.answers.at(-1) ?? {};
    const by = settled.answers.map((answer) => answer.by).join(", ");
    return { by, approval: settled, ...defined({ door }) };
  } catch (error) {
    // A parked question stays open when its process stops. The process that resumes the run will find the answer.
    if (park === "refuse" || signal.aborted || isTakenOver(error)) await queue.withdraw(approval.id);
    throw error;
  }
}

/** Whether another process has taken over the run. That process asks on its own, and nobody waits for the answer to this question. */
function isTakenOver(error: unknown): boolean {
  return error instanceof DejimaError && error.details.lost === true;
}

// Created once, because an abort without a reason creates a new error each time.
const SETTLED = new DejimaError("cancelled", "The question is settled");

/** Asks at the door and waits for the store at the same time. The first to settle the question ends both. */
async function settlement(approval: Approval, queue: ApprovalQueue, options: AskOptions): Promise<Approval> {
  const settled = new AbortController();
  const stopped = AbortSignal.any([options.signal, options.over]);
  const signal = AbortSignal.any([stopped, settled.signal]);
  const stored = queue.wait(approval.id, { signal }).catch((error: unknown) => {
    throw stopped.aborted ? cancelledWhileAsking(approval.tool) : error;
  });
  let end: Approval | undefined;
  try {
    if (options.ask === undefined) return await stored;
    // Settles only if asking fails: an answer arrives through the store like any other.
    const failed = new Promise<never>((_resolve, reject) => {
      askAtDoor(approval, queue, { ...options, signal }).catch(reject);
    });
    end = await Promise.race([stored, failed]);
    return end;
  } finally {
    // A door that still shows the question can show how it ended.
    const { status } = end ?? {};
    settled.abort(
      status === undefined ? SETTLED : new DejimaError("cancelled", "The question is settled", { status }),
    );
    stored.catch(() => {});
  }
}

async function askAtDoor(approval: Approval, queue: ApprovalQueue, options: AskOptions): Promise<void> {
  let response: unknown;
  try {
    response = await options.ask?.(approval, { signal: options.signal });
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw approvalRequired(approval, `asking failed (${thrownText(cause)})`);
  }
  const answer = approvalAnswerSchema.safeParse(response);
  if (!answer.success)
    throw approvalRequired(approval, 'asking failed (the answer was neither "approve" nor "deny")');
  // A client that approves everything must not turn anything on.
  if (approval.off !== undefined && answer.data.answer === "approve" && answer.data.rule === undefined)
    throw notAllowed(approval);
  if (!options.signal.aborted)
    await queue.answer(approval.id, { ...answer.data, door: options.place }, { isUserOfRun: true });
}
