import { flowArrows } from "../../../text/flow-graph.ts";
import type { Output } from "./output.ts";

/**
 * The origins of the arguments that a run's calls used, as a small graph of arrows. Empty if no call had any
 * to explain.
 */
export function describeFlow(records: Parameters<typeof flowArrows>[0], output: Output): string {
  const arrows = flowArrows(records, output.say.language).map(({ from, to, asks, end }) => [
    asks ? output.style("yellow", `! ${output.shown(from)}`) : `  ${output.shown(from)}`,
    "─▶",
    output.shown(to),
    output.style("dim", end),
  ]);
  if (arrows.length === 0) return "";
  return `\n\n${output.style("bold", output.say("where the arguments came from"))}\n${output.table(arrows)}`;
}
