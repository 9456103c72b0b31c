import type { StreamStep } from "../../contract/tool.ts";
import { resultError } from "../result-error.ts";
import type { SandboxRun } from "../sandbox.ts";

/** A program as a tool's stream: its output as it appears, then its result; a bad end is thrown as what it was. */
export async function* programSteps(run: SandboxRun): AsyncIterable<StreamStep> {
  for await (const { text } of run.output) yield { type: "chunk", text };
  const result = await run.result;
  const error = resultError(result);
  if (error !== undefined) throw error;
  yield { type: "result", output: result };
}
