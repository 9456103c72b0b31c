import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { DejimaError } from "../../../contract/error.ts";
import { LOCAL_USER } from "../../../contract/run.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Client, ownerOf } from "../client.ts";

/** The prefix of every stored result's URI. */
export const OBSERVATION_SCHEME = "dejima://observations/";

/** How much of a result one read returns. */
const PAGE = 100_000;

/** Results that were too long to send, as resources. */
export const OBSERVATION_TEMPLATE: ResourceTemplateType = {
  name: "observation",
  title: "A result that was too long to send whole",
  description: "Gives a page of the result; `from` is the character to begin with.",
  uriTemplate: `${OBSERVATION_SCHEME}{run}/{sha256}{?from}`,
};

/** The URI of a stored result. */
export function observationUri(runId: string, sha256: string, from?: number): string {
  return `${OBSERVATION_SCHEME}${runId}/${sha256}${from === undefined ? "" : `?from=${from}`}`;
}

/** Reads a page of a stored result, only for the principal whose call produced it. */
export async function readObservation(
  uri: string,
  { runtime, client }: { readonly runtime: Runtime; readonly client: Client },
): Promise<ReadResourceResult> {
  const [, runId = "", sha256 = "", at = "0"] = ADDRESS.exec(uri) ?? [];
  const run = runId === "" ? undefined : await runtime.store.runs.get(runId);
  if (run === undefined || (run.user ?? LOCAL_USER) !== ownerOf(client)) throw new ResourceNotFoundError(uri);
  const text = await runtime.history.observation(runId, `observations/${sha256}`).catch((error: unknown) => {
    throw error instanceof DejimaError && error.code === "not_found" ? new ResourceNotFoundError(uri) : error;
  });
  const from = Number(at);
  const end = pageEnd(text, from);
  const next = end < text.length ? observationUri(runId, sha256, end) : undefined;
  const _meta = { "dejima/characters": text.length, ...(next === undefined ? {} : { "dejima/next": next }) };
  const page = { uri, mimeType: "text/plain", text: text.slice(from, end), _meta };
  if (next === undefined) return { contents: [page] };
  const more = `${text.length - end} more characters: read ${next}`;
  return { contents: [page, { uri: next, mimeType: "text/plain", text: more }] };
}

const ADDRESS = /^dejima:\/\/observations\/([\w-]{1,100})\/([0-9a-f]{64})(?:\?from=(\d{1,15}))?$/;

/** The end of a page: never inside a surrogate pair. */
function pageEnd(text: string, from: number): number {
  const end = from + PAGE;
  return end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
