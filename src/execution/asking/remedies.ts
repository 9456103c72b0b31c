import { DejimaError } from "../../contract/error.ts";
import type { JudgedRequest } from "../call.ts";

const REFUSED = new Set(["approval_denied", "approval_required"]);

/** Adds alternatives to a refusal, for a call that was asked about because of the origin of its arguments. */
export function withRemedies(error: unknown, judged: JudgedRequest): unknown {
  if (!(error instanceof DejimaError) || !REFUSED.has(error.code)) return error;
  const remedies = remediesFor(judged);
  if (remedies.length === 0) return error;
  const { code, message, details } = error;
  return new DejimaError(
    code,
    `${message}. What else works: ${remedies.join("; ")}`,
    { ...details, remedies },
    { cause: error },
  );
}

function remediesFor({ tool, explanation }: JudgedRequest): string[] {
  const asking = explanation?.found.origins.filter(({ asks }) => asks) ?? [];
  if (asking.length === 0) return [];
  const { required } = tool.input.toJsonSchema() as { required?: unknown }; // a JSON Schema may hold anything
  const isNeeded = (argument: string) => Array.isArray(required) && required.includes(argument);
  const optional = new Set(
    asking.map(({ path }) => path.split(".")[0] ?? path).filter((argument) => !isNeeded(argument)),
  );
  return [
    ...[...optional].map((argument) => `leave out "${argument}"`),
    "ask the user to write the value themselves",
    "in the next message, agree on it with submit_plan before reading, or get a yes, no or choice with read_quarantined, or from a child run with run_child_task",
  ];
}
