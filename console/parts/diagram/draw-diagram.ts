import type { DiagramAnswer, DiagramRequest } from "./diagram-messages.ts";

const NAME = "diagram-frame";
const PATIENCE_MS = 20_000;

/** Draws a diagram in the hidden page, which is added to this page with the first one. */
export async function drawDiagram(request: DiagramRequest): Promise<DiagramAnswer> {
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
  const held = document.querySelector<HTMLIFrameElement>(`iframe.${NAME}`);
  const frame = held ?? addFrame();
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
