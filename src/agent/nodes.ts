import type { AgentWorld } from "./agent-world.ts";
import { contextBuild } from "./nodes/context-build.ts";
import { enforce } from "./nodes/enforce.ts";
import { generate } from "./nodes/generate.ts";
import { reflect } from "./nodes/reflect.ts";
import { route } from "./nodes/route.ts";
import { skillActivate } from "./nodes/skill-activate.ts";
import { toolCall } from "./nodes/tool-call.ts";
import { validate } from "./nodes/validate.ts";
import type { NodeName } from "./workflow/next-node.ts";
import type { AgentState, Patch } from "./workflow/state.ts";

/** A step of the workflow: a plain function of the state. */
export type AgentNode = (state: AgentState, world: AgentWorld) => Promise<Patch>;

export const NODES: Readonly<Record<NodeName, AgentNode>> = {
  context_build: contextBuild,
  route,
  skill_activate: skillActivate,
  generate,
  tool_call: toolCall,
  reflect,
  validate,
  enforce,
};
