import { LOCAL_USER } from "../../contract/run.ts";
import type { DocumentRepository } from "../../store/store.ts";
import type { Role, Tokens } from "../tokens.ts";
import {
  answerAuthorization,
  type Consent,
  type Issuer,
  startAuthorization,
  storedCode,
  storedRequest,
} from "./authorize.ts";
import type { FetchDocument } from "./client-document.ts";
import { openClients } from "./clients.ts";
import { openConnections } from "./connections.ts";
import { openExpiring } from "./expiring-documents.ts";

const MAX_PENDING_REQUESTS = 500;

interface OAuthOptions {
  readonly documents: DocumentRepository;
  readonly tokens: Pick<Tokens, "list">;
  /** The role of the person at this machine, if they need no token. `undefined` if everybody needs one. */
  readonly localRole: Role | undefined;
  /** Fetches the documents that describe clients. Default: clients have to register. */
  readonly fetchDocument?: FetchDocument;
  now?(): number;
}

export type OAuth = ReturnType<typeof openOAuth>;

/** The logins of MCP clients at this server: registers them, asks a person, and issues tokens. */
export function openOAuth({ documents, tokens, localRole, fetchDocument, now = Date.now }: OAuthOptions) {
  const clients = openClients(documents, now, fetchDocument);
  const waiting = { documents, now, most: MAX_PENDING_REQUESTS };
  const requests = openExpiring({ ...waiting, collection: "oauth-requests", schema: storedRequest });
  const codes = openExpiring({
    ...waiting,
    collection: "oauth-codes",
    schema: storedCode,
    ownerOf: ({ user }) => user,
  });
  const roleOfUser = async (name: string) =>
    name === LOCAL_USER ? localRole : (await tokens.list()).find((token) => token.name === name)?.role;
  const parts = { clients, requests, codes, now };
  return {
    clients,
    connections: openConnections({ documents, codes, roleOfUser, now }),
    start: (parameters: URLSearchParams, server: Issuer) => startAuthorization(parameters, server, parts),
    /** The request that a person is asked about. `undefined` if it was answered or has expired. */
    request: (id: string) => requests.get(id),
    answer: (id: string, consent: Consent) => answerAuthorization(id, consent, parts),
  };
}
