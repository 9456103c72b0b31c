import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Entrance } from "../../access/entrance.ts";
import type { Caller } from "../../access/tokens.ts";
import type { AppVariables, NodeExchange, Vouched } from "./app-context.ts";

/** Whether a response may continue: its caller still exists, with the same role. */
type StillHolds = () => Promise<boolean>;

const CHECK_INTERVAL_MS = 1_000;

/**
 * Ends responses under way when their caller's token is revoked or its role changes: streams, and waiting
 * calls.
 */
export function endRevoked(entrance: Entrance): MiddlewareHandler<{ Variables: AppVariables }> {
  const open = new Map<ServerResponse, StillHolds>();
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    for (const [outgoing, stillHolds] of open) {
      // If the lookup fails, it is repeated a second later.
      const holds = await stillHolds().catch(() => true);
      if (!holds) outgoing.destroy();
    }
  }

  return async (context, next) => {
    const { outgoing, vouch } = (context.env ?? {}) as Partial<NodeExchange & Vouched>;
    const head = context.get("head");
    if (outgoing !== undefined && (vouch !== undefined || head.authorization !== undefined)) {
      const caller = context.get("caller");
      open.set(outgoing, async () =>
        vouch === undefined ? entrance.stillHolds(head, caller) : isSame(caller, await vouch()),
      );
      timer ??= setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
      outgoing.once("close", () => {
        open.delete(outgoing);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    }
    return next();
  };
}

function isSame({ name, role }: Caller, now: Caller | undefined): boolean {
  return now?.name === name && now.role === role;
}
