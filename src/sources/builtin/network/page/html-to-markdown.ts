import { htmlToMarkdown as toMarkdown } from "@mdream/js/core";
import { Readability } from "@mozilla/readability";
import type { PagePart, PageText } from "./convert-page.ts";
import { type HtmlDocument, type HtmlElement, parseDocument } from "./parse-document.ts";

interface HtmlPage {
  readonly html: string;
  /** The base of its relative links. */
  readonly url: string;
  readonly part: PagePart;
}

/** Elements that a reader of the page does not see as text: scripts, form fields, hidden elements. */
const INVISIBLE_ELEMENTS =
  "script,style,noscript,template,iframe,object,embed,svg,canvas,button,input,select,textarea,dialog," +
  '[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"],[style*="visibility:hidden"],' +
  '[style*="visibility: hidden"],[style*="font-size:0"],[style*="font-size: 0"]';

/** Blocks inside of a link. A Markdown link has only one line. */
const BLOCKS_IN_LINKS = ["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "li"]
  .map((name) => `a ${name}`)
  .join(",");

/** An article shorter than this share of the page was probably not found correctly. */
const MIN_ARTICLE_SHARE = 0.1;

/** Turns a page into Markdown: its article if it has one, with absolute links. */
export function htmlToMarkdown({ html, url, part }: HtmlPage): PageText {
  const document = parseDocument(html);
  const title = (document.querySelector("title")?.textContent ?? "").replace(/\s+/g, " ").trim();
  for (const element of document.querySelectorAll(INVISIBLE_ELEMENTS)) element.remove();
  for (const block of document.querySelectorAll(BLOCKS_IN_LINKS)) unwrap(block);
  makeLinksAbsolute(document, url);
  const whole = markdownOf(document.body.innerHTML);
  const article = part === "article" ? articleOf(document) : undefined;
  const text = article !== undefined && article.length > whole.length * MIN_ARTICLE_SHARE ? article : whole;
  return title === "" ? { text } : { text, title };
}

/** Replaces an element with its content, set apart by spaces. */
function unwrap(element: HtmlElement): void {
  element.before(" ");
  for (let child = element.firstChild; child !== null; child = element.firstChild) element.before(child);
  element.before(" ");
  element.remove();
}

// Readability changes the document, so the whole page is converted before.
function articleOf(document: HtmlDocument): string | undefined {
  // It accepts any DOM; its type names the DOM library of browsers, which this project does not load.
  const content = new Readability(document as never, { keepClasses: false }).parse()?.content;
  return content ? markdownOf(content) : undefined;
}

function makeLinksAbsolute(document: HtmlDocument, url: string): void {
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

/** Elements that Markdown has no syntax for; the converter would write them as HTML. Their text stays. */
const TEXT_ONLY = ["details", "summary", "dl", "dt", "dd", "address", "mark", "u", "ins", "sup", "sub"];
const TAG_OVERRIDES = Object.fromEntries(TEXT_ONLY.map((name) => [name, { enter: "", exit: "" }]));

function markdownOf(html: string): string {
  return toMarkdown(html, { plugins: { tagOverrides: TAG_OVERRIDES } }).trim();
}
