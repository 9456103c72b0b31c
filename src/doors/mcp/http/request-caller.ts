import type { ServerContext } from "@modelcontextprotocol/server";
import { LOG_LEVEL_META_KEY } from "@modelcontextprotocol/server";
import { LOG_LEVELS, type LogLevel } from "../../../contract/dialogue.ts";
import type { RequestedCall } from "../calls/call-queue.ts";

type Telling = Pick<RequestedCall, "early" | "logLevel" | "onProgress" | "onLog">;

/** What the client of a request wants to hear while it waits, and what it has answered in advance. */
export function requestCaller({ mcpReq }: ServerContext, sessionLevel: LogLevel | undefined): Telling {
  const said: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const asked = LOG_LEVELS.find((level) => level === said[LOG_LEVEL_META_KEY]);
  // Each request of the new era names a level or gets no messages; the older one set it once, or gets all.
  const modern = mcpReq.envelope !== undefined;
  const logLevel = asked ?? (modern ? undefined : sessionLevel);
  const wantsLog = asked !== undefined || !modern;
  return {
    ...(mcpReq.inputResponses === undefined ? {} : { early: mcpReq.inputResponses }),
    ...(mcpReq._meta?.progressToken === undefined
      ? {}
      : { onProgress: progressTo(mcpReq, mcpReq._meta.progressToken) }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(wantsLog
      ? {
          onLog: ({ level, logger, data }) => {
            const params = { level, data, ...(logger === undefined ? {} : { logger }) };
            if (!mcpReq.signal.aborted)
              void mcpReq.notify({ method: "notifications/message", params }).catch(() => {});
          },
        }
      : {}),
  };
}

function progressTo(
  mcpReq: ServerContext["mcpReq"],
  progressToken: string | number,
): NonNullable<RequestedCall["onProgress"]> {
  let last = 0;
  return ({ fraction, message }) => {
    if (mcpReq.signal.aborted) return;
    last = fraction ?? last + 1;
    const params = {
      progressToken,
      progress: last,
      ...(fraction === undefined ? {} : { total: 1 }),
      ...(message === undefined ? {} : { message }),
    };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
