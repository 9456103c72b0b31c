import { DejimaError } from "../contract/error.ts";
import type { FileGuard } from "../contract/file-guard.ts";
import type { Tool } from "../contract/tool.ts";
import { judge } from "../policy/judge.ts";
import type { Layer } from "../policy/layer.ts";
import { findJsonFault } from "../support/plain-json.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { JudgedRequest } from "./call.ts";
import { canonicalEffects } from "./canonical-effects.ts";

/** What the first half of the path needs: it reads the world and changes nothing. */
export interface JudgingWorld {
  readonly registry: ToolRegistry;
  readonly layers: readonly Layer[];
  readonly files: FileGuard;
  readonly limits: { readonly maxInputCharacters: number };
}

const MAX_INPUT_DEPTH = 64;

/** find -> validate -> judge. Throws when the tool is unknown, the input is wrong, or judging itself fails. */
export async function prepareCall(
  name: string,
  rawInput: unknown,
  world: JudgingWorld,
): Promise<JudgedRequest> {
  const tool = findTool(name, world.registry);
  const input = validateInput(tool, rawInput, world.limits.maxInputCharacters);
  const declared = declaredEffects(tool, input);
  const effects = declared.length === 0 ? declared : await canonicalEffects(declared, world.files);
  return { tool, input, effects, verdict: judgeSafely(tool, effects, world.layers) };
}

function findTool(name: string, registry: ToolRegistry): Tool {
  const tool = registry.require(name);
  registry.dependenciesOf(tool);
  return tool;
}

function validateInput(tool: Tool, rawInput: unknown, maxCharacters: number): unknown {
  const input = rawInput === undefined ? {} : rawInput;
  refuseUnreadable(tool, input, maxCharacters);
  const result = tool.input.parse(input);
  if (result.ok) return result.value;
  const lines = result.issues.map(({ path, message }) =>
    path === "" ? `the input ${message}` : `"${path}" ${message}`,
  );
  throw new DejimaError("invalid_input", `Cannot call "${tool.name}": ${lines.join("; ")}`, {
    tool: tool.name,
    issues: result.issues,
  });
}

function refuseUnreadable(tool: Tool, input: unknown, maxSize: number): void {
  const fault = findJsonFault(input, { maxDepth: MAX_INPUT_DEPTH, maxSize });
  if (fault === undefined) return;
  const large = fault.problem.startsWith("makes the value larger");
  const place = fault.path === "" ? "the input" : `"${fault.path}"`;
  const advice = large ? ". Put large content in a file and pass its path" : "";
  throw new DejimaError(
    large ? "too_large" : "invalid_input",
    `Cannot call "${tool.name}": ${place} ${fault.problem}${advice}`,
    {
      tool: tool.name,
      issues: [{ path: fault.path, message: fault.problem }],
    },
  );
}

function declaredEffects(tool: Tool, input: unknown) {
  try {
    return tool.effects(input);
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw undecided(tool, cause);
  }
}

function judgeSafely(tool: Tool, effects: JudgedRequest["effects"], layers: readonly Layer[]) {
  try {
    return judge({ tool, effects }, layers);
  } catch (cause) {
    throw undecided(tool, cause);
  }
}

// A doubt ends in deny: what cannot be judged does not run.
function undecided(tool: Tool, cause: unknown): DejimaError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DejimaError(
    "tool_not_allowed",
    `Cannot judge a call of "${tool.name}": ${why}. It was not run`,
    { tool: tool.name },
    { cause },
  );
}
