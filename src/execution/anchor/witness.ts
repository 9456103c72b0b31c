import { appendFileSync, closeSync, fsyncSync, openSync } from "node:fs";
import type { ChainTip } from "./run-head.ts";

/** Somebody else who remembers the end of the chain, so that rewriting it here does not go unnoticed. */
export interface Witness {
  /** What it is, as the user configured it. */
  readonly name: string;
  /** Hands over the end of the chain. Returns what the witness answered, if that proves anything later. */
  take(tip: ChainTip): Promise<string | undefined>;
}

/** Sends a request to a witness and returns the body of its answer; throws if the status is not a success. */
export type SendToWitness = (request: {
  readonly url: string;
  readonly contentType: string;
  readonly body: string | Uint8Array;
}) => Promise<Buffer>;

/** A file elsewhere: on another disk, a mounted share, a folder of another account that only lets us append. */
export function fileWitness(path: string): Witness {
  return {
    name: `file ${path}`,
    async take(tip) {
      const file = openSync(path, "a", 0o600);
      try {
        appendFileSync(file, `${JSON.stringify(tip)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return undefined;
    },
  };
}

const MAX_RECEIPT = 4_000;

/** A server that gets each end of the chain as JSON. Its answer, for example a signature of its own, is kept. */
export function webhookWitness(url: string, send: SendToWitness): Witness {
  return {
    name: `webhook ${url}`,
    async take(tip) {
      const answer = await send({ url, contentType: "application/json", body: JSON.stringify(tip) });
      return answer.length === 0 ? undefined : answer.toString("utf8").slice(0, MAX_RECEIPT);
    },
  };
}
