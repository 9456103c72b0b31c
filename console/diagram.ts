// The page that draws diagrams, in a hidden frame of the console. Its content security policy allows styles,
// which the library needs, and no network. The result is shown as a picture, in which nothing can run.
import library from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";
import type { DiagramAnswer, DiagramRequest } from "./parts/diagram/diagram-messages.ts";

interface Mermaid {
  initialize(config: Readonly<Record<string, unknown>>): void;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
}

const MOST_TEXT = 10_000;
const MOST_EDGES = 200;

const loaded = new Promise<Mermaid>((resolve, reject) => {
  const script = document.createElement("script");
  script.src = library;
  script.onload = () => resolve((globalThis as unknown as { mermaid: Mermaid }).mermaid); // set by the library
  script.onerror = () => reject(new Error("The library for diagrams cannot be loaded"));
  document.head.append(script);
});

listen();

/** Draws diagrams one after another: the library keeps the settings of the last one. */
function listen(): void {
  let before: Promise<unknown> = Promise.resolve();
  addEventListener("message", ({ source, origin, data, ports: [port] }: MessageEvent<DiagramRequest>) => {
    if (source !== parent || origin !== location.origin || port === undefined) return;
    const drawn = before.then(() => draw(data)).catch((error): DiagramAnswer => ({ problem: String(error) }));
    before = drawn;
    void drawn.then((answer) => port.postMessage(answer));
  });
}

async function draw({ text, dark }: DiagramRequest): Promise<DiagramAnswer> {
  if (text.length > MOST_TEXT) return { problem: "The diagram is too long" };
  const mermaid = await loaded;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    theme: dark ? "dark" : "default",
    fontFamily: "system-ui, sans-serif",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: MOST_TEXT,
    maxEdges: MOST_EDGES,
    // Settings that a diagram may not change itself.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "maxEdges",
      "htmlLabels",
      "flowchart",
      "themeCSS",
      "fontFamily",
      "suppressErrorRendering",
    ],
  });
  try {
    const { svg } = await mermaid.render("drawn", withoutTags(text));
    return asPicture(svg);
  } finally {
    document.body.replaceChildren();
  }
}

/**
 * Escapes elements in labels: the library puts them into this page while it measures, with their handlers.
 * Arrows and `<br>` stay.
 */
function withoutTags(text: string): string {
  return text.replaceAll(/(?<!<)<(?=[a-z/!?])(?!br\s*\/?>)/gi, "‹");
}

/** The drawing as a picture in its natural size. A picture is XML, and the library writes HTML. */
function asPicture(svg: string): DiagramAnswer {
  // A separate document loads nothing and runs no handlers.
  const drawing = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  const [, , width = 0, height = 0] = (drawing?.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  if (drawing === null || !(width > 0 && height > 0)) return { problem: "The diagram is empty" };
  drawing.setAttribute("width", String(width));
  drawing.setAttribute("height", String(height));
  drawing.removeAttribute("style");
  return { svg: new XMLSerializer().serializeToString(drawing), width, height };
}
