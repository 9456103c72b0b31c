import type { AgentState } from "./state.ts";

/** The nodes of the workflow, in the order of a run without tools. */
export const NODE_NAMES = [
  "context_build",
  "route",
  "skill_activate",
  "generate",
  "tool_call",
  "reflect",
  "validate",
  "enforce",
] as const;

export type NodeName = (typeof NODE_NAMES)[number];

/** The possible transitions of each node and their conditions. The diagram and the drivers are derived from it. */
export const EDGES: readonly {
  readonly from: NodeName;
  readonly to: NodeName | "end";
  readonly when?: string;
}[] = [
  { from: "context_build", to: "route" },
  { from: "route", to: "skill_activate" },
  { from: "skill_activate", to: "generate" },
  { from: "generate", to: "tool_call", when: "calls" },
  { from: "generate", to: "validate", when: "an answer" },
  { from: "tool_call", to: "generate", when: "all went well" },
  { from: "tool_call", to: "reflect", when: "failures" },
  { from: "reflect", to: "generate" },
  { from: "validate", to: "enforce" },
  { from: "enforce", to: "generate", when: "one more try" },
  { from: "enforce", to: "end", when: "done" },
];

/** The next node, by the state alone. */
export function nextNode(node: NodeName, state: AgentState): NodeName | "end" {
  switch (node) {
    case "context_build":
      return "route";
    case "route":
      return "skill_activate";
    case "skill_activate":
    case "reflect":
      return "generate";
    case "generate":
      return state.pendingCalls.length > 0 ? "tool_call" : "validate";
    case "tool_call":
      return state.failures.length > 0 ? "reflect" : "generate";
    case "validate":
      return "enforce";
    case "enforce":
      return state.problems.length > 0 ? "generate" : "end";
  }
}

/** The workflow as a Mermaid flowchart, derived from the table that the drivers follow. */
export function workflowGraph(): string {
  const lines = EDGES.map(({ from, to, when }) => {
    const target = to === "end" ? "end_([end])" : to;
    return `  ${from} -->${when === undefined ? "" : `|${when}|`} ${target}`;
  });
  return [
    "flowchart TD",
    "  start([message]) --> context_build",
    ...lines,
    "  tool_call -. verdict ask .-> approval{{a person is asked}}",
    "  approval -. answered .-> tool_call",
  ].join("\n");
}
