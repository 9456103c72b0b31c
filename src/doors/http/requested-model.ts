import { DejimaError } from "../../contract/error.ts";

/** A model that a caller may name: one of a provider. A file of this machine is for its user to choose (`dejima model use`). */
export function requestedModel(name: string): string {
  if (!/^local:|\.gguf$/i.test(name)) return name;
  throw new DejimaError(
    "tool_not_allowed",
    "Cannot choose a file of the server for a model here: `dejima model use` chooses it there",
  );
}
