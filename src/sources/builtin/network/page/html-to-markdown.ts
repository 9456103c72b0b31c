import { gfm } from "@joplin/turndown-plugin-gfm";
import { Readability } from "@mozilla/readability";
import Turndown from "turndown";
import type { PagePart, PageText } from "./convert-page.ts";
import { type HtmlDocument, parseDocument } from "./parse-document.ts";

interface HtmlPage {
  readonly html: string;
  /** What its links are relative to. */
  readonly url: string;
  readonly part: PagePart;
}

/** What nobody reads: code, forms, and text that is there but not shown. */
const UNREAD =
  "script,style,noscript,template,iframe,object,embed,svg,canvas,button,input,select,textarea,dialog," +
  '[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"],[style*="visibility:hidden"],' +
  '[style*="visibility: hidden"],[style*="font-size:0"],[style*="font-size: 0"]';

/** An article shorter than this against the whole page is a guess that went wrong. */
const LEAST_SHARE = 0.1;

/** Turns a page into Markdown: its article where it has one, links kept and absolute. */
export function htmlToMarkdown({ html, url, part }: HtmlPage): PageText {
  const document = parseDocument(html);
  const title = (document.querySelector("title")?.textContent ?? "").replace(/\s+/g, " ").trim();
  for (const element of document.querySelectorAll(UNREAD)) element.remove();
  absoluteLinks(document, url);
  const whole = toMarkdown(document.body.innerHTML);
  const article = part === "article" ? articleOf(document) : undefined;
  const text = article !== undefined && article.length > whole.length * LEAST_SHARE ? article : whole;
  return title === "" ? { text } : { text, title };
}

// The extraction changes the document it works on, so it comes after the whole was taken.
function articleOf(document: HtmlDocument): string | undefined {
  // It takes any DOM; its type names the browser's, which this project does not load.
  const content = new Readability(document as never, { keepClasses: false }).parse()?.content;
  return content ? toMarkdown(content) : undefined;
}

function absoluteLinks(document: HtmlDocument, url: string): void {
  const base = URL.parse(document.querySelector("base")?.getAttribute("href") ?? "", url) ?? URL.parse(url);
  for (const [selector, attribute] of [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const target = URL.parse(element.getAttribute(attribute) ?? "", base?.href);
      if (target !== null && /^(?:https?|mailto):$/.test(target.protocol))
        element.setAttribute(attribute, target.href);
      else element.removeAttribute(attribute);
    }
  }
}

function toMarkdown(html: string): string {
  const turndown = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  turndown.use(gfm);
  return turndown.turndown(html).trim();
}
