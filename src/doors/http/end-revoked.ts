import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Entrance } from "../../access/entrance.ts";
import type { RequestHead } from "../../access/request-head.ts";
import type { Caller } from "../../access/tokens.ts";
import type { AppVariables } from "./app-context.ts";

interface OpenAnswer {
  readonly head: RequestHead;
  readonly caller: Caller;
}

const LOOK_EVERY_MS = 1_000;

/** Ends answers that are still going on when their caller's token is revoked or its role changes: streams, and calls that wait. */
export function endRevoked(entrance: Entrance): MiddlewareHandler<{ Variables: AppVariables }> {
  const open = new Map<ServerResponse, OpenAnswer>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    for (const [outgoing, { head, caller }] of open) {
      // What cannot be looked up now is looked up again a second later.
      const holds = await entrance.stillHolds(head, caller).catch(() => true);
      if (!holds) outgoing.destroy();
    }
  }

  return async (context, next) => {
    const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
    const head = context.get("head");
    if (outgoing !== undefined && head.authorization !== undefined) {
      open.set(outgoing, { head, caller: context.get("caller") });
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
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
