import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { BUILTIN_WORDS } from "../../contract/tool-family.ts";
import type { HttpClient } from "../../network/http-client.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { didYouMean } from "../../support/nearest.ts";
import { snakeName } from "../../text/snake-name.ts";
import type { ApiDocument, Operation } from "./openapi-document.ts";
import { type ApiSettings, createOperationTool } from "./operation-tool.ts";

const MAX_OPERATIONS = 1_000;

/** Creates the tools of an API: one for each operation, or for the chosen ones. */
export function apiTools(
  document: ApiDocument,
  { api, chosen, client }: { api: ApiSettings; chosen?: readonly string[] | undefined; client: HttpClient },
): Tool[] {
  const operations =
    chosen === undefined ? document.operations : chosen.map((id) => find(document, id, api.name));
  if (operations.length > MAX_OPERATIONS)
    throw new DejimaError(
      "too_large",
      `Cannot add all ${operations.length} operations of "${api.name}": choose at most ${MAX_OPERATIONS} of them`,
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

const MAX_NAME_LENGTH = 64;

/** The tool names of operations: the names of the API and the operation in lower case, each unique. */
export function operationNames(api: string, operations: readonly { readonly id: string }[]): string[] {
  const used = new Set<string>();
  return operations.map(({ id }) => {
    const plain = withoutBuiltinPrefix(`${words(api)}_${words(id)}`.replace(/^[^a-z]+/, ""));
    const whole =
      plain === "" || plain.length > MAX_NAME_LENGTH || used.has(plain) ? withHash(plain, id) : plain;
    used.add(whole);
    return whole;
  });
}

/** Keeps an API whose name is that of a built-in family from looking like that family. */
function withoutBuiltinPrefix(name: string): string {
  const [first = ""] = name.split("_");
  return BUILTIN_WORDS.includes(first) ? `api_${name}` : name;
}

/** Makes a name unique that is too long or already used. */
function withHash(name: string, id: string): string {
  return `${name.slice(0, MAX_NAME_LENGTH - 9) || "api"}_${sha256(id).slice(0, 8)}`;
}

function words(text: string): string {
  return snakeName(text)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}
