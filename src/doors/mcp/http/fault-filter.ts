import { AsyncLocalStorage } from "node:async_hooks";
import { ProtocolError } from "@modelcontextprotocol/server";

/** Tells our own faults from mistakes of clients, which the SDK reports in the same way. */
interface FaultFilter {
  /** Answers a request; what is reported meanwhile is a fault unless the answer says that the request was wrong. */
  during(answer: () => Promise<Response>): Promise<Response>;
  report(error: Error): void;
}

/** Makes the filter in front of what hears of faults. */
export function createFaultFilter(onFault: (error: unknown) => void): FaultFilter {
  const underWay = new AsyncLocalStorage<{ reported: Error[] | undefined }>();
  return {
    async during(answer) {
      const request: { reported: Error[] | undefined } = { reported: [] };
      const response = await underWay.run(request, answer);
      const { reported = [] } = request;
      request.reported = undefined;
      if (response.status < 400 || response.status >= 500) for (const error of reported) onFault(error);
      return response;
    },
    report(error) {
      if (error instanceof ProtocolError) return;
      const reported = underWay.getStore()?.reported;
      if (reported === undefined) onFault(error);
      else reported.push(error);
    },
  };
}
