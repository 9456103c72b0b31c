import "./diagram.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { textWords } from "../../words/parts.ts";
import { CodeBlock } from "../code-block.tsx";
import type { DiagramAnswer, DiagramRequest } from "./diagram-messages.ts";

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

const NAME = "diagram-frame";
const PATIENCE_MS = 20_000;

/** Draws a diagram in the hidden page, which is added to this page with the first one. */
async function drawDiagram(request: DiagramRequest): Promise<DiagramAnswer> {
  const frame = await openFrame();
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<DiagramAnswer>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<DiagramAnswer>) => resolve(data);
    setTimeout(() => resolve({ problem: "The diagram took too long" }), PATIENCE_MS);
  });
  frame.contentWindow?.postMessage(request, location.origin, [port2]);
  return answer.finally(() => port1.close());
}

async function openFrame(): Promise<HTMLIFrameElement> {
  const existing = document.querySelector<HTMLIFrameElement>(`iframe.${NAME}`);
  const frame = existing ?? addFrame();
  if (frame.dataset.ready === "yes") return frame;
  await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.dataset.ready = "yes";
  return frame;
}

function addFrame(): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.className = NAME;
  frame.src = "/diagram.html";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  document.body.append(frame);
  return frame;
}
