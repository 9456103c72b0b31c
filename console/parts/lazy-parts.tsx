import { useData } from "../core/use-data.ts";
import { CodeBlock } from "./code-block.tsx";

const loadMath = async () => (await import("./math/math.tsx")).MathView;
const loadDiagram = async () => (await import("./diagram/diagram.tsx")).Diagram;

interface LazyMathProps {
  readonly text: string;
  readonly raw: string;
  readonly display: boolean;
}

/** A formula. What draws it is loaded with the first one; until then it is shown as it was written. */
export function LazyMath({ text, raw, display }: LazyMathProps) {
  const { value: MathView } = useData(loadMath, []);
  return MathView === undefined ? <code>{raw}</code> : <MathView text={text} display={display} />;
}

/** A diagram. What draws it is loaded with the first one. */
export function LazyDiagram({ text }: { text: string }) {
  const { value: Diagram } = useData(loadDiagram, []);
  return Diagram === undefined ? <CodeBlock text={text} language="mermaid" /> : <Diagram text={text} />;
}
