import { useData } from "../core/use-data.ts";
import { CodeBlock } from "./code-block.tsx";

const loadMath = async () => (await import("./math/math.tsx")).MathView;
const loadDiagram = async () => (await import("./diagram/diagram.tsx")).Diagram;

interface LazyMathProps {
  readonly text: string;
  readonly raw: string;
  readonly display: boolean;
}

/** A formula. Its renderer is loaded with the first one; until then the source is shown. */
export function LazyMath({ text, raw, display }: LazyMathProps) {
  const { value: MathView } = useData(loadMath, []);
  return MathView === undefined ? <code>{raw}</code> : <MathView text={text} display={display} />;
}

/** A diagram. Its renderer is loaded with the first one. */
export function LazyDiagram({ text }: { text: string }) {
  const { value: Diagram } = useData(loadDiagram, []);
  return Diagram === undefined ? <CodeBlock text={text} language="mermaid" /> : <Diagram text={text} />;
}
