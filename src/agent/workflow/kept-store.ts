import type { Store } from "../../store/store.ts";
import type { AgentParts } from "../agent-parts.ts";
import { redactedStore } from "./redacted-store.ts";

/** The store as the agent writes to it: without secrets, where the parts know how to leave them out. */
export async function keptStore({
  store,
  redact,
}: Pick<AgentParts, "store" | "redact">): Promise<Pick<Store, "conversations" | "steps">> {
  return redact === undefined ? store() : redactedStore(await store(), redact);
}
