import type { DejimaError } from "../contract/error.ts";
import { defined } from "../support/defined.ts";
import { canonicalHost } from "../support/host-pattern.ts";
import { portOf, shownUrl } from "./check-url.ts";
import type { Step } from "./follow-redirect.ts";
import type { HttpRequest } from "./http-client.ts";
import type { RequestRecord } from "./request-record.ts";

/** Gathers what happens in one step, and tells it once. */
export interface StepLog {
  readonly connected: (address: string) => void;
  answered(status: number): void;
  counted(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  end(failure?: DejimaError): void;
}

/** Begins the record of a step. */
export function createStepLog(
  log: ((record: RequestRecord) => void) | undefined,
  { request, step, count }: { request: HttpRequest; step: Step; count: number },
): StepLog {
  const at = new Date().toISOString();
  const started = performance.now();
  let address: string | undefined;
  let status: number | undefined;
  let bytes = 0;
  let ended = false;
  return {
    connected: (reached) => {
      address = reached;
    },
    answered: (code) => {
      status = code;
    },
    async *counted(body) {
      for await (const chunk of body) {
        bytes += chunk.length;
        yield chunk;
      }
    },
    end(failure) {
      if (ended) return;
      ended = true;
      log?.({
        at,
        ...defined({ callId: request.callId }),
        method: step.method,
        url: shownUrl(step.url),
        host: canonicalHost(step.url.hostname),
        port: portOf(step.url),
        step: count,
        ...defined({ address, status }),
        bytes,
        durationMs: Math.round(performance.now() - started),
        ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
      });
    },
  };
}
