import { parseHTML } from "linkedom";

/** A node, which is only passed on. */
interface HtmlNode {
  readonly nodeType: number;
}

/** The part of the DOM's `Element` that is used. */
export interface HtmlElement {
  readonly textContent: string | null;
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
  readonly firstChild: HtmlNode | null;
  before(node: string | HtmlNode): void;
  querySelector(selector: string): HtmlElement | null;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
}

/** The part of the DOM's `Document` that is used. */
export interface HtmlDocument extends Pick<HtmlElement, "querySelector" | "querySelectorAll"> {
  readonly body: HtmlElement;
}

/** Parses a page without running any of its scripts. */
export function parseDocument(html: string): HtmlDocument {
  // The parser puts content without a body element beside the body instead of into it.
  const body = /<body[\s>]/i.test(html) ? html : `<body>${html}</body>`;
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html>${body}</html>`;
  const { document }: { document: HtmlDocument } = parseHTML(whole); // its own type needs the browser's library
  return document;
}
