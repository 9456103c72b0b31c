import { resolve } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { type AskOptions, askInTerminal } from "../ask-in-terminal.ts";
import type { CommandContext, Given } from "../command.ts";
import { askByHash } from "./ask-by-hash.ts";

/** How the options of a command that runs the agent make its runtime. */
export function agentOptions(
  context: CommandContext,
  { options }: Given,
  how: AskOptions = {},
): Parameters<CommandContext["runtime"]>[0] {
  const { interactive, cwd } = context;
  const { unattended, park, model, persona, approve } = options;
  const asks = interactive && unattended !== true && park !== true ? askInTerminal(context, how) : undefined;
  const ask = Array.isArray(approve) ? askByHash(approve.map(String), asks) : asks;
  return {
    ...(ask === undefined ? {} : { ask }),
    ...(asks !== undefined ? { mode: "interactive" } : unattended === true ? { mode: "unattended" } : {}),
    // What waits for an answer is left in the store: the command ends, and `resume` goes on.
    ...(park === true ? { park: "leave" } : {}),
    // A file is meant from where the command was given.
    ...(typeof model === "string" ? { model: /\.gguf$/i.test(model) ? resolve(cwd, model) : model } : {}),
    ...(typeof persona === "string" ? { persona } : {}),
  };
}

/** What `--thinking` says; nothing leaves it to the config. */
export function thinkingOption({ options }: Given): { thinking?: boolean } {
  const { thinking } = options;
  if (thinking === undefined) return {};
  if (thinking === "on" || thinking === "off") return { thinking: thinking === "on" };
  throw new DejimaError("invalid_input", `Cannot read --thinking "${String(thinking)}": write on or off`);
}
