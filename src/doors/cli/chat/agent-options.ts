import { resolve } from "node:path";
import type { z } from "zod";
import type { Ask } from "../../../contract/asking/approval.ts";
import { AGENT_DRIVERS } from "../../../contract/config-names.ts";
import { DejimaError } from "../../../contract/error.ts";
import { defined } from "../../../support/defined.ts";
import { type AskOptions, askInTerminal } from "../ask-in-terminal.ts";
import type { CommandContext } from "../command.ts";
import { flag, oneOf, value, values } from "../input/fields.ts";

/** The options of every command that runs the agent. */
export const AGENT_FIELDS = {
  model: value("name", "provider:name, such as openai:gpt-5-mini or offline"),
  persona: value("name", "how it speaks: plain, kurisu or one of personas/"),
  driver: oneOf([...AGENT_DRIVERS], "own|langgraph", "what runs the agent's steps"),
  thinking: oneOf(["on", "off"], "on|off", "whether the model thinks before it answers, if it can"),
  unattended: flag("never ask: deny calls that would need approval"),
  park: flag("store a call that needs approval and exit with code 3; continue with resume"),
  approve: values("hash", "approve exactly the calls that were shown with these hashes"),
};

/** The conversation to continue. */
export const CONVERSATION = value("id", "continue this conversation");

/** The parsed options. */
export type AgentFields = z.output<z.ZodObject<typeof AGENT_FIELDS>>;

/** The runtime options for a command that runs the agent. */
export function agentOptions(
  context: CommandContext,
  { unattended, park, model, persona, driver, approve }: AgentFields,
  how: AskOptions = {},
): Parameters<CommandContext["runtime"]>[0] {
  const { interactive, cwd } = context;
  const asks = interactive && !unattended && !park ? askInTerminal(context, how) : undefined;
  const ask = approve === undefined ? asks : askByHash(approve, asks);
  return {
    ...defined({ ask }),
    ...(asks !== undefined ? { mode: "interactive" } : unattended ? { mode: "unattended" } : {}),
    // A call that waits for approval stays in the store: the command ends, and `resume` continues.
    ...(park ? { park: "leave" } : {}),
    // The path of a model file is relative to the current folder.
    ...(model === undefined ? {} : { model: /\.gguf$/i.test(model) ? resolve(cwd, model) : model }),
    ...defined({ persona, driver }),
  };
}

/** The value of `--thinking`. Without it the config decides. */
export function thinkingOption({ thinking }: AgentFields): { thinking?: boolean } {
  return thinking === undefined ? {} : { thinking: thinking === "on" };
}

/** Approves exactly the calls named by hash on the command line, and nothing else. */
function askByHash(hashes: readonly string[], otherwise: Ask | undefined): Ask {
  return async (request, options) => {
    if (hashes.includes(request.hash)) return { answer: "approve", by: "command line" };
    if (otherwise !== undefined) return otherwise(request, options);
    throw new DejimaError(
      "approval_required",
      `Cannot call "${request.tool}" without an approval: none of those given is for this call. To approve it, add: --approve ${request.hash}`,
      { hash: request.hash, request },
    );
  };
}
