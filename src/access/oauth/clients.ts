import { z } from "zod";
import type { DocumentRepository } from "../../store/store.ts";
import { shortId } from "../../support/lazy-crypto.ts";
import { oneLine } from "../../text/one-line.ts";
import { type FetchDocument, isDocumentId, readClientDocument } from "./client-document.ts";
import { type Expiring, openExpiring } from "./expiring-documents.ts";
import { oauthError } from "./oauth-error.ts";
import { parseRedirect } from "./redirect-address.ts";

const MAX_CLIENTS = 1_000;
const MAX_REDIRECTS = 10;
const NAME_LENGTH = 60;
/** How long a client stays registered after its last use. */
const REGISTRATION_MS = 90 * 24 * 3_600_000;

const storedClient = z.object({
  id: z.string(),
  name: z.string(),
  redirects: z.array(z.string()),
  createdAt: z.int(),
  expiresAt: z.int(),
});

/** How long a client's document is cached. */
const DOCUMENT_CACHE_MS = 15 * 60_000;

/**
 * A program that has registered itself, or that a document describes. It chooses its own name. It has no
 * secret: PKCE proves that it is the same one.
 */
export type OAuthClient = Readonly<z.output<typeof storedClient>>;

const metadataSchema = z.object({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECTS),
  client_name: z.string().max(1_000).optional(),
});

/** The registered clients (RFC 7591). Anybody may register: it grants nothing. */
export interface OAuthClients {
  register(metadata: unknown): Promise<OAuthClient>;
  find(id: string): Promise<OAuthClient | undefined>;
  /** Finds a client that wants to connect. If its id is a URL, the document there describes it. */
  resolve(id: string): Promise<OAuthClient | undefined>;
  /** Records the use of a client, so that it stays registered. */
  keep(client: OAuthClient): Promise<void>;
}

/** Opens the registered clients of a home. */
export function openClients(
  documents: DocumentRepository,
  now: () => number,
  fetchDocument?: FetchDocument,
): OAuthClients {
  const clients: Expiring<OAuthClient> = openExpiring({
    documents,
    collection: "oauth-clients",
    schema: storedClient,
    most: MAX_CLIENTS,
    now,
  });
  async function keepDescribed(id: string, metadata: unknown, expiresAt: number): Promise<OAuthClient> {
    const { data, error } = metadataSchema.safeParse(metadata);
    if (data === undefined)
      throw oauthError("invalid_client_metadata", `Cannot register: ${z.prettifyError(error)}`);
    const wrong = data.redirect_uris.find((address) => parseRedirect(address) === undefined);
    if (wrong !== undefined)
      throw oauthError(
        "invalid_redirect_uri",
        `Cannot register with the redirect address "${oneLine(wrong, 200)}": use https, http on 127.0.0.1 or localhost, or the scheme of an app such as com.example.app:`,
      );
    const client: OAuthClient = {
      id,
      name: oneLine(data.client_name ?? "", NAME_LENGTH) || "An app without a name",
      redirects: data.redirect_uris,
      createdAt: now(),
      expiresAt,
    };
    await clients.put(client.id, client);
    return client;
  }

  // Registered for an hour at first: clients that nobody admits are soon removed.
  const initialExpiry = () => now() + 3_600_000;
  const find = (id: string) => clients.get(id);
  return {
    register: (metadata) => keepDescribed(shortId("app"), metadata, initialExpiry()),
    find,
    async resolve(id) {
      const known = await find(id);
      if (fetchDocument === undefined || !isDocumentId(id)) return known;
      if (known !== undefined && known.createdAt + DOCUMENT_CACHE_MS > now()) return known;
      const metadata = await readClientDocument(id, fetchDocument);
      return keepDescribed(id, metadata, Math.max(known?.expiresAt ?? 0, initialExpiry()));
    },
    keep: (client) => clients.put(client.id, { ...client, expiresAt: now() + REGISTRATION_MS }),
  };
}
