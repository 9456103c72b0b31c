import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { BUILTIN_WORDS } from "../../contract/tool-family.ts";
import type { HttpClient } from "../../network/http-client.ts";
import { didYouMean } from "../../support/nearest.ts";
import { sha256 } from "../../support/sha256.ts";
import type { ApiDocument, Operation } from "./openapi-document.ts";
import { type ApiSettings, createOperationTool } from "./operation-tool.ts";

const MAX_LENGTH = 64;

const MOST = 1_000;

/** The tools of an API: all of its operations, or those that were chosen. */
export function apiTools(
  document: ApiDocument,
  { api, chosen, client }: { api: ApiSettings; chosen?: readonly string[] | undefined; client: HttpClient },
): Tool[] {
  const operations =
    chosen === undefined ? document.operations : chosen.map((id) => find(document, id, api.name));
  if (operations.length > MOST)
    throw new DejimaError(
      "too_large",
      `Cannot add all ${operations.length} operations of "${api.name}": choose at most ${MOST} of them`,
    );
  const names = operationNames(api.name, operations);
  return operations.map((operation, index) =>
    createOperationTool(operation, { name: names[index] ?? "", api, schemas: document.schemas, client }),
  );
}

function find({ operations }: ApiDocument, id: string, api: string): Operation {
  const operation = operations.find((one) => one.id === id);
  if (operation !== undefined) return operation;
  const hint = didYouMean(
    id,
    operations.map((one) => one.id),
  );
  throw new DejimaError("not_found", `Cannot find the operation "${id}" of the API "${api}"${hint}`);
}

/** What models call an operation by: the API's name and the operation's, in small letters, each name given once. */
export function operationNames(api: string, operations: readonly { readonly id: string }[]): string[] {
  const given = new Set<string>();
  return operations.map(({ id }) => {
    const plain = apart(`${words(api)}_${words(id)}`.replace(/^[^a-z]+/, ""));
    const whole = plain === "" || plain.length > MAX_LENGTH || given.has(plain) ? told(plain, id) : plain;
    given.add(whole);
    return whole;
  });
}

/** An API whose name is a word of ours would have its tools taken for built-in ones. */
function apart(name: string): string {
  const [first = ""] = name.split("_");
  return BUILTIN_WORDS.includes(first) ? `api_${name}` : name;
}

/** Names that are too long or taken are told apart by a hash. */
function told(name: string, id: string): string {
  return `${name.slice(0, MAX_LENGTH - 9) || "api"}_${sha256(id).slice(0, 8)}`;
}

function words(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}
