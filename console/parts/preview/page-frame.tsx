import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";

/** Elements that run, load or link something. */
const TAKEN_OUT =
  "script, link, meta, base, iframe, frame, frameset, object, embed, applet, form, portal, fencedframe, template";

/**
 * An untrusted page, rendered without scripts and network. It is in a sandboxed frame inside `/frame.html`,
 * whose content security policy allows only the page's own styles and pictures. Everything that could load
 * something is removed before.
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

/** The page without anything that could run or load something. */
function harmlessPage(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll(TAKEN_OUT)) element.remove();
  for (const element of page.querySelectorAll("*"))
    for (const { name } of [...element.attributes])
      if (/^(?:on|ping$|target$|formaction$|background$)/i.test(name) || isAddress(element, name))
        element.removeAttribute(name);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Whether an attribute refers to something elsewhere. Parts of the page itself and data stay. */
function isAddress(element: Element, name: string): boolean {
  if (
    !/^(?:src|srcset|href|xlink:href|poster|data|action|longdesc|manifest|archive|codebase|cite|profile)$/i.test(
      name,
    )
  )
    return false;
  return !/^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i.test(element.getAttribute(name) ?? "");
}
