import type { Step } from "../contract/user/conversation.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { Patch } from "./workflow/state.ts";

type Redact = NonNullable<AgentParts["redact"]>;

/** Stands in for the boundary of a run: as long, and as random to look at. */
const ALIKE = "9f3a6c1e7b52d80446ea1d93c5f7082b";

const BOUNDARY = /^[0-9a-f]{32}$/;

/** Redacts the steps of one run. */
interface StepRedaction {
  /** Sees the steps before their text is redacted. */
  see(batch: readonly Step[]): void;
  clean(json: string, data: unknown): string;
}

/**
 * The prompt of a run is that of the run before it but for the boundary, and takes long to search. With the same boundary in all of
 * them, the redactor knows it already. Nobody else can write the boundary: it is taken only from the step that made it.
 */
export function redactSteps(redact: Redact): StepRedaction {
  let boundary = "";
  let hasPrompt = false;
  return {
    see(batch) {
      hasPrompt = false;
      for (const { node, patch } of batch) {
        const { set = {} } = patch as Patch; // written by the agent
        if (node === "context_build") boundary = set.boundary ?? "";
        if (set.system !== undefined) hasPrompt = true;
      }
    },
    clean(json, data) {
      if (!hasPrompt || !BOUNDARY.test(boundary)) return redact(json, data);
      const alike = json.replaceAll(boundary, ALIKE);
      return redact(alike) === alike ? json : redact(json, data);
    },
  };
}
