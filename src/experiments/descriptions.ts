import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import type { Tool } from "../contract/tool.ts";
import type { DocumentRepository } from "../store/store.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import { hiddenRuns } from "../text/hidden-characters.ts";

const APPLIED = "tool-descriptions";
const MAX_CHARACTERS = 4_000;

const appliedSchema = z.object({
  description: z.string(),
  /** The hash of the tool's own description at that time. If its author changes that, the applied one is no longer valid. */
  own: z.string(),
  by: z.string(),
  at: z.int(),
});

/** A description with which a person has replaced a tool's own. */
export type AppliedDescription = z.infer<typeof appliedSchema> & { readonly tool: string };

/** Refuses a description that cannot be used. */
export function checkDescription(text: string, tool: string): string {
  const description = text.trim();
  const why =
    description === ""
      ? "it is empty"
      : description.length > MAX_CHARACTERS
        ? `it is longer than ${MAX_CHARACTERS} characters`
        : hiddenRuns(description).length > 0
          ? "it contains characters that nobody sees"
          : undefined;
  if (why === undefined) return description;
  throw new DejimaError("invalid_input", `Cannot use this description of "${tool}": ${why}`, { tool });
}

/** The descriptions with which people have replaced tools' own. */
export function appliedDescriptions(documents: DocumentRepository) {
  return {
    async apply({ name, description: own }: Tool, text: string, by: string): Promise<void> {
      const description = checkDescription(text, name);
      await documents.put(APPLIED, name, { description, own: sha256(own), by, at: Date.now() });
    },
    /** Returns whether there was one. */
    remove: (tool: string) => documents.delete(APPLIED, tool),
    async list(): Promise<AppliedDescription[]> {
      const stored = await documents.list(APPLIED);
      return stored.flatMap(({ key, value }) => {
        const { data } = appliedSchema.safeParse(value);
        return data === undefined ? [] : [{ ...data, tool: key }];
      });
    },
  };
}

/** Whether an applied description is still valid for its tool. */
export function isCurrent({ own }: AppliedDescription, tool: Tool | undefined): boolean {
  return tool !== undefined && sha256(tool.description) === own;
}
