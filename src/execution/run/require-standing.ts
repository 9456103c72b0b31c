import type { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import type { Harbour, Interrupted } from "../harbour.ts";

/** The user of a run, and when it begins. */
interface RunStart {
  readonly user: string;
  readonly startedAt: number;
  readonly interrupted: Interrupted | undefined;
}

/** Throws if the user may not begin or continue the run. Returns a function that checks the same again later. */
export async function requireStanding(
  harbour: Pick<Harbour, "standing" | "store">,
  { user, startedAt, interrupted }: RunStart,
): Promise<() => DejimaError | undefined | Promise<DejimaError | undefined>> {
  if (user === LOCAL_USER) return () => undefined;
  const known = interrupted && (await (await harbour.store()).runs.get(interrupted.id));
  const check = () => harbour.standing(user, known?.startedAt ?? startedAt);
  const refusal = await check();
  if (refusal !== undefined) throw refusal;
  return check;
}
