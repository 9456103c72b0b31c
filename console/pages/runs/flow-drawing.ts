import type { flowArrows } from "../../../src/text/flow-graph.ts";

type FlowArrow = ReturnType<typeof flowArrows>[number];

/** A name in the drawing, with its position. */
interface FlowNode {
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

/** A line from the source of a value to the argument that used it. */
interface FlowLine {
  readonly path: string;
  readonly asks: boolean;
}

/** The flow of a run as a drawing: sources on the left, arguments of calls on the right. */
interface FlowDrawing {
  readonly width: number;
  readonly height: number;
  readonly sources: readonly FlowNode[];
  readonly sinks: readonly FlowNode[];
  readonly lines: readonly FlowLine[];
  /** How many arrows do not fit. */
  readonly left: number;
}

const MOST_ROWS = 20;
const ROW = 26;
const WIDTH = 640;
const LEFT = 250;
const RIGHT = 390;
const MOST_LABEL = 34;

/** Lays out the latest arrows. Equal sources and equal sinks share a position. */
export function drawFlow(arrows: readonly FlowArrow[]): FlowDrawing {
  const shown: FlowArrow[] = [];
  const from = new Set<string>();
  const to = new Set<string>();
  for (const arrow of [...arrows].reverse()) {
    const full = (set: ReadonlySet<string>, name: string) => set.size >= MOST_ROWS && !set.has(name);
    if (full(from, arrow.from) || full(to, arrow.to)) continue;
    from.add(arrow.from);
    to.add(arrow.to);
    shown.unshift(arrow);
  }
  const sources = placed(
    shown.map((arrow) => arrow.from),
    LEFT,
  );
  const sinks = placed(
    shown.map((arrow) => arrow.to),
    RIGHT,
  );
  const middle = (LEFT + RIGHT) / 2;
  const lines = new Map<string, FlowLine>();
  for (const arrow of shown) {
    const begin = sources.get(arrow.from)?.y ?? 0;
    const end = sinks.get(arrow.to)?.y ?? 0;
    const path = `M${LEFT + 6} ${begin} C${middle} ${begin} ${middle} ${end} ${RIGHT - 8} ${end}`;
    lines.set(path, { path, asks: arrow.asks || lines.get(path)?.asks === true });
  }
  return {
    width: WIDTH,
    height: Math.max(sources.size, sinks.size, 1) * ROW,
    sources: [...sources.values()],
    sinks: [...sinks.values()],
    lines: [...lines.values()],
    left: arrows.length - shown.length,
  };
}

function placed(names: readonly string[], x: number): Map<string, FlowNode> {
  return new Map(
    [...new Set(names)].map((name, row) => [name, { label: short(name), x, y: (row + 0.5) * ROW }]),
  );
}

function short(name: string): string {
  const letters = [...name];
  return letters.length > MOST_LABEL ? `${letters.slice(0, MOST_LABEL - 1).join("")}…` : name;
}
