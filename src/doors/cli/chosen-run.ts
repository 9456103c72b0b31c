import { DejimaError } from "../../contract/error.ts";
import type { Runtime } from "../../runtime.ts";

/** The run that was named, or the latest one. */
export async function chosenRun(runtime: Runtime, name: string | undefined): Promise<string> {
  if (name !== undefined) return name;
  const [latest] = await runtime.history.list({ limit: 1 });
  if (latest === undefined)
    throw new DejimaError(
      "not_found",
      "Cannot find a run: there is none yet. `dejima tool call current_time` makes one",
    );
  return latest.id;
}
