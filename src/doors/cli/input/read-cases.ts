import type { Runtime } from "../../../runtime.ts";
import { readText } from "./read-text.ts";

type Evals = Runtime["evals"];
type EvalCase = Awaited<ReturnType<Evals["read"]>>[number];

/** Reads the cases of an evaluation from named files. */
export async function readCases(
  files: readonly string[],
  { evals, cwd }: { evals: Evals; cwd: string },
): Promise<EvalCase[]> {
  const cases: EvalCase[] = [];
  for (const file of files) {
    const instead = "`dejima eval record` makes a case from the last run of the agent";
    cases.push(...(await evals.read(await readText("the case", file, { cwd, instead }), file)));
  }
  return cases;
}
