import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import type { HttpClient } from "../../network/http-client.ts";
import { didYouMean } from "../../support/nearest.ts";
import type { ApiDocument, Operation } from "./openapi-document.ts";
import { operationNames } from "./operation-name.ts";
import { type ApiSettings, createOperationTool } from "./operation-tool.ts";

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
