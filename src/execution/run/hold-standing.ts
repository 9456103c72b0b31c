import type { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import type { Harbour, Interrupted } from "../harbour.ts";

/** Whose run it is, and when it begins. */
interface Beginning {
  readonly user: string;
  readonly startedAt: number;
  readonly interrupted: Interrupted | undefined;
}

/** Throws if a run may not begin or go on for its user; gives what says later whether it still may. */
export async function holdStanding(
  harbour: Pick<Harbour, "standing" | "store">,
  { user, startedAt, interrupted }: Beginning,
): Promise<() => DejimaError | undefined | Promise<DejimaError | undefined>> {
  if (user === LOCAL_USER) return () => undefined;
  const known = interrupted && (await (await harbour.store()).runs.get(interrupted.id));
  const look = () => harbour.standing(user, known?.startedAt ?? startedAt);
  const refusal = await look();
  if (refusal !== undefined) throw refusal;
  return look;
}
