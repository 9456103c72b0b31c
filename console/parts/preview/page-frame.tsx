import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";

/** Elements that run something, load something, or lead elsewhere. */
const TAKEN_OUT =
  "script, link, meta, base, iframe, frame, frameset, object, embed, applet, form, portal, fencedframe, template";

/**
 * A page that others wrote, as it looks: without scripts, without network. It stands in a sandboxed frame inside `/frame.html`, whose
 * content security policy allows styles and pictures of the page itself and nothing else; what could load anything is taken out before.
 */
export function PageFrame({ name, html }: { name: string; html: string }) {
  const say = useWords(fileWords);
  const outer = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { current } = outer;
    const show = () => {
      const place = current?.contentDocument;
      if (place?.body === null || place === undefined || place === null || place.URL === "about:blank")
        return;
      const inner = place.createElement("iframe");
      inner.setAttribute("sandbox", "");
      inner.setAttribute("title", name);
      inner.srcdoc = harmlessPage(html);
      place.body.replaceChildren(inner);
    };
    current?.addEventListener("load", show);
    show();
    return () => current?.removeEventListener("load", show);
  }, [name, html]);
  return (
    <div class="stack tight">
      <p class="soft small">{say("pageNote")}</p>
      <iframe ref={outer} class="page-frame" src="/frame.html" title={name} />
    </div>
  );
}

/** The page without what could run or load anything. */
function harmlessPage(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll(TAKEN_OUT)) element.remove();
  for (const element of page.querySelectorAll("*"))
    for (const { name } of [...element.attributes])
      if (/^(?:on|ping$|target$|formaction$|background$)/i.test(name) || isAddress(element, name))
        element.removeAttribute(name);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Whether an attribute names something elsewhere; parts of the page itself and data stay. */
function isAddress(element: Element, name: string): boolean {
  if (
    !/^(?:src|srcset|href|xlink:href|poster|data|action|longdesc|manifest|archive|codebase|cite|profile)$/i.test(
      name,
    )
  )
    return false;
  return !/^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i.test(element.getAttribute(name) ?? "");
}
