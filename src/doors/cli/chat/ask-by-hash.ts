import type { Ask } from "../../../contract/approval.ts";
import { DejimaError } from "../../../contract/error.ts";

/** Agrees to exactly the calls that were named by their hash on the command line, and to nothing else. */
export function askByHash(hashes: readonly string[], otherwise: Ask | undefined): Ask {
  return async (request, options) => {
    if (hashes.includes(request.hash)) return { answer: "approve", by: "command line" };
    if (otherwise !== undefined) return otherwise(request, options);
    throw new DejimaError(
      "approval_required",
      `Cannot call "${request.tool}" without an approval: none of those given is for this call. To approve it, add: --approve ${request.hash}`,
      { hash: request.hash, request },
    );
  };
}
