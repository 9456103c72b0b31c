import type { Approval, RecordedAnswer } from "../contract/approval.ts";
import { DejimaError } from "../contract/error.ts";
import { LOCAL_USER } from "../contract/run.ts";
import { accountName } from "../support/account.ts";
import { defined } from "../support/defined.ts";

/** The state of a question as it is at this time: one whose time is over has expired, whether or not anybody noticed. */
export function atTime(approval: Approval, now: number): Approval {
  return approval.status === "pending" && now >= approval.expiresAt
    ? { ...approval, status: "expired" }
    : approval;
}

/** What came of an answer: the question as it is now, or why the answer does not count. */
type Answered =
  | { readonly accepted: true; readonly next: Approval }
  | { readonly accepted: false; readonly why: string };

/** Adds an answer. The first one decides, unless several people have to agree: then a no decides, and each yes counts once. */
export function withAnswer(
  approval: Approval,
  given: RecordedAnswer,
  personOf: PersonOf = (name) => name,
): Answered {
  if (approval.status !== "pending") return { accepted: false, why: saysSettled(approval) };
  const answers = [...approval.answers, given];
  refuseUnknownChoices(approval, given);
  if (given.answer === "deny") return { accepted: true, next: { ...approval, answers, status: "denied" } };
  if (approval.off !== undefined && given.rule === undefined)
    return { accepted: false, why: missingChoice(approval) };
  const person = personOf(given.by, given.door);
  if (approval.answers.some(({ by, door }) => samePerson(personOf(by, door), person)))
    return { accepted: false, why: `${person} has agreed already; ${missing(approval)} more must agree` };
  const lines = approval.lines?.map((line, at) => ({
    ...line,
    approved:
      line.verdict === "ask" &&
      answers.every((held) => held.lines === undefined || held.lines.includes(at + 1)),
  }));
  const status = answers.length >= approval.quorum ? "approved" : "pending";
  return {
    accepted: true,
    next: { ...approval, ...defined({ lines }), answers, status },
  };
}

/** Who settled a question, where and how, in words. */
function saysSettled({ id, status, answers }: Approval): string {
  const last = answers.at(-1);
  if (status === "expired") return `${id} has expired; nothing was run`;
  if (status === "withdrawn" || last === undefined)
    return `${id} was withdrawn because the call that asked was stopped; nothing was run`;
  return `${id} was ${status} by ${last.by} (${last.door}) at ${new Date(last.at).toISOString()}; the first answer holds`;
}

function refuseUnknownChoices(approval: Approval, given: RecordedAnswer): void {
  refuseUnknownRule(approval, given);
  if (given.answer === "deny") return;
  const { id, offers, lines } = approval;
  if (given.grant !== undefined && !offers.some(({ key }) => key === given.grant)) {
    const known = offers.map(({ key }) => key).join(", ") || "none";
    throw new DejimaError("invalid_input", `Cannot grant "${given.grant}" with ${id}: it offers ${known}`, {
      id,
    });
  }
  const line = given.lines?.find((number) => lines?.[number - 1]?.verdict !== "ask");
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

/** Why a plain yes does not answer a question about something that is off. */
function missingChoice({ id, ruleOffers = [] }: Approval): string {
  const keys = ruleOffers.filter(({ answer }) => answer === "approve").map(({ key }) => key);
  return `${id} is turned off here: choose how far to turn it on (${keys.join(", ")})`;
}

/** The person for whom a client acts: `ann (editor)` is ann. */
export function behind(name: string): string {
  return name.replace(/ \([\w.-]{1,100}\)$/, "");
}

/** Whether two names are one person's, whatever their case. */
export function samePerson(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function missing({ quorum, answers }: Approval): number {
  return quorum - answers.length;
}

/** Who is behind a name that a door vouches for: people have one at each door. */
type PersonOf = (name: string, door?: string) => string;

/** Names that answers have without a token: on loopback, on the command line, in the client of an MCP server over stdio. */
const AT_THIS_MACHINE = new RegExp(`^(?:${LOCAL_USER}|command line)$|\\(stdio\\)$`);

/**
 * Knows people by all of their names. Whoever answers at this machine without a token is one person, at whichever door; any other
 * name that stands nowhere is a person of its own.
 */
export function peopleByName(people: Readonly<Record<string, readonly string[]>>): PersonOf {
  const known = new Map(
    Object.entries(people).flatMap(([person, names]) => names.map((name) => [folded(name), person])),
  );
  const account = accountName();
  const atThisMachine = known.get(LOCAL_USER) ?? LOCAL_USER;
  return (name, door) =>
    known.get(folded(name)) ??
    (door === "cli" || name === account || AT_THIS_MACHINE.test(name) ? atThisMachine : name);
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
