import "./diagram.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { textWords } from "../../words/text.ts";
import { CodeBlock } from "../code-block.tsx";
import { drawDiagram } from "./draw-diagram.ts";

/** A Mermaid diagram as a picture, with its text below. One that cannot be drawn is shown as text. */
export function Diagram({ text }: { text: string }) {
  const say = useWords(textWords);
  const { theme } = useConsole().preferences;
  const systemDark = useSystemDark();
  const dark = theme.value === "dark" || (theme.value === "system" && systemDark);
  const drawn = useData(() => drawDiagram({ text, dark }), [text, dark]).value;
  const svg = drawn !== undefined && "svg" in drawn ? drawn : undefined;
  const address = useMemo(
    () =>
      svg === undefined ? undefined : URL.createObjectURL(new Blob([svg.svg], { type: "image/svg+xml" })),
    [svg],
  );
  useEffect(
    () => () => {
      if (address !== undefined) URL.revokeObjectURL(address);
    },
    [address],
  );
  if (svg === undefined || address === undefined) return <CodeBlock text={text} language="mermaid" />;
  return (
    <figure class="diagram">
      <img src={address} width={svg.width} height={svg.height} alt={say("diagram")} />
      <details>
        <summary>{say("diagramText")}</summary>
        <CodeBlock text={text} language="mermaid" unnamed />
      </details>
    </figure>
  );
}

/** Whether the system is dark. A diagram is drawn again when that changes. */
function useSystemDark(): boolean {
  const system = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [dark, setDark] = useState(system.matches);
  useEffect(() => {
    const follow = () => setDark(system.matches);
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, [system]);
  return dark;
}
