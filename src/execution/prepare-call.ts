import { DejimaError } from "../contract/error.ts";
import type { FileGuard } from "../contract/file-guard.ts";
import type { Tool } from "../contract/tool.ts";
import { judge } from "../policy/judge.ts";
import type { Layer } from "../policy/layer.ts";
import type { JsonFault } from "../support/json.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import { type JudgedRequest, type TakenInput, takeInput } from "./call.ts";
import { canonicalEffects } from "./canonical-effects.ts";

/** What the first half of the path needs: it reads the world and changes nothing. */
export interface JudgingWorld {
  readonly registry: ToolRegistry;
  readonly layers: readonly Layer[];
  readonly files: FileGuard;
  readonly limits: { readonly maxInputCharacters: number };
}

/** find -> validate -> judge. Throws when the tool is unknown, the input is wrong, or judging itself fails. */
export async function prepareCall(
  call: { readonly tool: string; readonly input: TakenInput },
  world: JudgingWorld,
): Promise<JudgedRequest> {
  const tool = findTool(call.tool, world.registry);
  const { json, fault } = call.input;
  if (fault !== undefined) throw unreadable(tool, fault);
  const input = validateInput(tool, json === undefined ? undefined : JSON.parse(json));
  const declared = await declaredEffects(tool, input);
  const effects = declared.length === 0 ? declared : await canonicalEffects(declared, world.files);
  return { tool, input, effects, verdict: judgeSafely(tool, effects, world.layers) };
}

/** Judges a call whose input is not known yet, by the rules that look at none; where no input is needed, the call itself. */
export async function prepareAnyCall(
  call: { readonly tool: string; readonly input: TakenInput },
  world: JudgingWorld,
): Promise<JudgedRequest> {
  try {
    return await prepareCall(call, world);
  } catch (error) {
    if (!(error instanceof DejimaError && error.code === "invalid_input")) throw error;
    const tool = findTool(call.tool, world.registry);
    return { tool, input: undefined, effects: [], verdict: judgeSafely(tool, [], world.layers) };
  }
}

function findTool(name: string, registry: ToolRegistry): Tool {
  const tool = registry.require(name);
  if (tool.dependsOn.length > 0) registry.dependenciesOf(tool);
  return tool;
}

function validateInput(tool: Tool, input: unknown): unknown {
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

function unreadable(tool: Tool, { path, problem, kind }: JsonFault): DejimaError {
  const place = path === "" ? "the input" : `"${path}"`;
  const advice = kind === "size" ? ". Put large content in a file and pass its path" : "";
  const details = { tool: tool.name, issues: [{ path, message: problem }] };
  return new DejimaError(
    kind === "size" ? "too_large" : "invalid_input",
    `Cannot call "${tool.name}": ${place} ${problem}${advice}`,
    details,
  );
}

async function declaredEffects(tool: Tool, input: unknown) {
  try {
    return await tool.effects(input);
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
  return new DejimaError(
    "tool_not_allowed",
    `Cannot judge a call of "${tool.name}": ${thrownText(cause)}. It was not run`,
    { tool: tool.name },
    { cause },
  );
}

type Redirectable = { readonly tool: string; readonly input: TakenInput };

/** Whether the tool of a call only stands for others. Asked first, so that every other call goes on without waiting. */
export function isRedirected({ tool }: Redirectable, { registry }: Pick<JudgingWorld, "registry">): boolean {
  return registry.get(tool)?.redirect !== undefined;
}

/** The call that is really meant. With a wrong input the call stays as it is, and fails where it is validated. */
export async function redirectCall<Asked extends Redirectable>(
  asked: Asked,
  world: Pick<JudgingWorld, "registry" | "limits">,
): Promise<Asked> {
  const tool = world.registry.get(asked.tool);
  const { json, fault } = asked.input;
  if (tool?.redirect === undefined || json === undefined || fault !== undefined) return asked;
  const parsed = tool.input.parse(JSON.parse(json));
  if (!parsed.ok) return asked;
  const target = await tool.redirect(parsed.value);
  return { ...asked, tool: target.tool, input: takeInput(target.input, world) };
}
