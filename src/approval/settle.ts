import type { Approval, RecordedAnswer } from "../contract/asking/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import { userOf } from "../contract/user/principal.ts";
import { defined } from "../support/defined.ts";
import { accountName } from "../support/process/account.ts";

/** The state of a question at this time: after its expiry it has expired, whether or not that was stored. */
export function atTime(approval: Approval, now: number): Approval {
  return approval.status === "pending" && now >= approval.expiresAt
    ? { ...approval, status: "expired" }
    : approval;
}

/** The result of an answer: the updated question, or why the answer does not count. */
type Answered =
  | { readonly accepted: true; readonly next: Approval }
  | { readonly accepted: false; readonly why: string };

/** Adds an answer. The first one decides, unless several people must approve: then one denial decides, and each person counts once. */
export function withAnswer(
  approval: Approval,
  answer: RecordedAnswer,
  personOf: PersonOf = (name) => name,
): Answered {
  if (approval.status !== "pending") return { accepted: false, why: settledMessage(approval) };
  const answers = [...approval.answers, answer];
  refuseUnknownChoices(approval, answer);
  if (answer.answer === "deny") return { accepted: true, next: { ...approval, answers, status: "denied" } };
  if (approval.off !== undefined && answer.rule === undefined)
    return { accepted: false, why: missingChoice(approval) };
  const person = personOf(answer.by, answer.door);
  if (approval.answers.some(({ by, door }) => samePerson(personOf(by, door), person)))
    return { accepted: false, why: `${person} has agreed already; ${missing(approval)} more must agree` };
  const lines = approval.lines?.map((line, at) => ({
    ...line,
    approved:
      line.verdict === "ask" &&
      answers.every((each) => each.lines === undefined || each.lines.includes(at + 1)),
  }));
  const status = answers.length >= approval.quorum ? "approved" : "pending";
  return {
    accepted: true,
    next: { ...approval, ...defined({ lines }), answers, status },
  };
}

/** Describes who settled a question, where and how. */
function settledMessage({ id, status, answers }: Approval): string {
  const last = answers.at(-1);
  if (status === "expired") return `${id} has expired; nothing was run`;
  if (status === "withdrawn" || last === undefined)
    return `${id} was withdrawn because the call that asked was stopped; nothing was run`;
  return `${id} was ${status} by ${last.by} (${last.door}) at ${new Date(last.at).toISOString()}; only the first answer counts`;
}

function refuseUnknownChoices(approval: Approval, answer: RecordedAnswer): void {
  refuseUnknownRule(approval, answer);
  if (answer.answer === "deny") return;
  const { id, offers, lines } = approval;
  if (answer.grant !== undefined && !offers.some(({ key }) => key === answer.grant)) {
    const known = offers.map(({ key }) => key).join(", ") || "none";
    throw new DejimaError("invalid_input", `Cannot grant "${answer.grant}" with ${id}: it offers ${known}`, {
      id,
    });
  }
  const line = answer.lines?.find((number) => lines?.[number - 1]?.verdict !== "ask");
  if (line !== undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot approve line ${line} of ${id}: no such line waits for an answer`,
      {
        id,
      },
    );
}

function refuseUnknownRule({ id, ruleOffers = [] }: Approval, { answer, rule }: RecordedAnswer): void {
  const known = ruleOffers.filter((offer) => offer.answer === answer).map(({ key }) => key);
  if (rule === undefined || known.includes(rule)) return;
  throw new DejimaError(
    "invalid_input",
    `Cannot change the rules by "${rule}" with ${id}: it offers ${known.join(", ") || "none"}`,
    { id },
  );
}

/** Why a plain approval does not answer a question about something that is off. */
function missingChoice({ id, ruleOffers = [] }: Approval): string {
  const keys = ruleOffers.filter(({ answer }) => answer === "approve").map(({ key }) => key);
  return `${id} is turned off here: choose how far to turn it on (${keys.join(", ")})`;
}

/** Whether two names are the same person's, regardless of case. */
export function samePerson(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function missing({ quorum, answers }: Approval): number {
  return quorum - answers.length;
}

/**
 * Finds the person behind a name that a door vouches for. A person may have a different name at each door, and a client of a
 * person is that person: `ann (editor)` is ann.
 */
export type PersonOf = (name: string, door?: string) => string;

/** Names of answers without a token: on loopback, on the command line, in the client of an MCP server over stdio. */
const AT_THIS_MACHINE = new RegExp(`^(?:${LOCAL_USER}|command line)$| \\(stdio\\)$`);

/**
 * Finds people by any of their names. All answers at this machine without a token come from one person, at whichever door. Any
 * other unknown name is a separate person.
 */
export function peopleByName(people: Readonly<Record<string, readonly string[]>>): PersonOf {
  const known = new Map(
    Object.entries(people).flatMap(([person, names]) => names.map((name) => [folded(name), person])),
  );
  const account = accountName();
  const atThisMachine = known.get(LOCAL_USER) ?? LOCAL_USER;
  return (name, door) => {
    const user = userOf(name);
    return (
      known.get(folded(name)) ??
      known.get(folded(user)) ??
      (door === "cli" || user === account || AT_THIS_MACHINE.test(name) ? atThisMachine : user)
    );
  };
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
