import { isLoopback } from "../site.ts";
import { oauthError } from "./oauth-error.ts";

const MAX_LENGTH = 500;

/** Everything but printable ASCII, and characters that URL parsers treat differently. */
const AMBIGUOUS = /[^\x21-\x7e]|[\\<>"`{}|^]/;

/** The maximum size of a document. */
export const DOCUMENT_BYTES = 32 * 1024;

/** Fetches the text of a document, by the network rules and without following redirects. */
export type FetchDocument = (url: string) => Promise<string>;

/**
 * Whether a client's id is the URL of a document that describes it (OAuth Client ID Metadata Documents):
 * https, or http on this machine, with a path, in the canonical spelling.
 */
export function isDocumentId(id: string): boolean {
  if (id.length > MAX_LENGTH || AMBIGUOUS.test(id) || id.includes("#")) return false;
  const url = URL.parse(id);
  if (url === null || url.href !== id || url.username !== "" || url.password !== "") return false;
  const secure = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return secure && url.pathname !== "/";
}

/**
 * Fetches the document of a client, which has to contain its own URL. Refuses a client with a secret: ours
 * have none.
 */
export async function readClientDocument(id: string, fetchDocument: FetchDocument): Promise<unknown> {
  const text = await fetchDocument(id).catch((error: unknown) => {
    throw refused(id, error instanceof Error ? error.message : "it cannot be fetched");
  });
  const metadata = parsed(text);
  if (metadata === undefined) throw refused(id, "it is not a JSON object");
  if (metadata.client_id !== id) throw refused(id, "its client_id is not its own address");
  if (metadata.client_secret !== undefined)
    throw refused(id, "it contains a secret, but this document is public");
  const method = metadata.token_endpoint_auth_method ?? "none";
  if (method !== "none")
    throw refused(id, "its token_endpoint_auth_method is not none, which is the only one here");
  const name = typeof metadata.client_name === "string" ? `${metadata.client_name} ` : "";
  return { redirect_uris: metadata.redirect_uris, client_name: `${name.slice(0, 40)}(${new URL(id).host})` };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function refused(id: string, why: string) {
  return oauthError(
    "invalid_client",
    `Cannot connect this app: the document at ${id} cannot be used: ${why}`,
  );
}
