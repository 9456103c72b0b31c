import { EDGES } from "./next-node.ts";

/** The workflow as a Mermaid flowchart, drawn from the same table that the drivers follow. */
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
