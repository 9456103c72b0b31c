import { useEffect, useRef } from "preact/hooks";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";
import { LoadedView } from "../loaded-view.tsx";

/** More pages would take long. The whole file can be downloaded. */
const MOST_PAGES = 20;
const WIDTH = 900;

/** The pages of a PDF, rendered without a plug-in and without the file's scripts and links. */
export function PdfPages({ name, content }: { name: string; content: Blob }) {
  const say = useWords(fileWords);
  const pages = useData(() => drawPages(content), [content]);
  return (
    <LoadedView data={pages}>
      {({ drawn, more }) => (
        <div class="stack">
          {more ? <p class="soft small">{say("onlyFirst")}</p> : null}
          {drawn.map((canvas, index) => (
            <Drawn key={index} canvas={canvas} label={say("pageOf", { name, page: `${index + 1}` })} />
          ))}
        </div>
      )}
    </LoadedView>
  );
}

function Drawn({ canvas, label }: { canvas: HTMLCanvasElement; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(canvas), [canvas]);
  return <div ref={place} class="pdf-page" role="img" aria-label={label} />;
}

async function drawPages(content: Blob) {
  const { getDocument } = await import("unpdf/pdfjs");
  const task = getDocument({
    data: new Uint8Array(await content.arrayBuffer()),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
  });
  try {
    const document = await task.promise;
    const drawn: HTMLCanvasElement[] = [];
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number++) {
      const page = await document.getPage(number);
      const { width } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: WIDTH / Math.max(1, width) });
      const canvas = globalThis.document.createElement("canvas");
      [canvas.width, canvas.height] = [
        Math.ceil(viewport.width),
        Math.min(4_000, Math.ceil(viewport.height)),
      ];
      await page.render({ canvas, viewport }).promise;
      drawn.push(canvas);
    }
    return { drawn, more: document.numPages > MOST_PAGES };
  } finally {
    await task.destroy();
  }
}
