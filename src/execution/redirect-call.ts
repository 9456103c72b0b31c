import type { JudgingWorld } from "./prepare-call.ts";
import { type TakenInput, takeInput } from "./take-input.ts";

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
