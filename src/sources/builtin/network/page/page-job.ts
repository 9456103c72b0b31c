/** A document to turn into text. */
export type PageJob =
  | { readonly kind: "html"; readonly html: string; readonly url: string; readonly part: PagePart }
  | { readonly kind: "pdf"; readonly bytes: Uint8Array };

/** What belongs to the page's subject, or everything on it. */
export type PagePart = "article" | "page";

/** A document as text: Markdown for a page, plain lines for a PDF. */
export interface PageText {
  readonly text: string;
  readonly title?: string;
  readonly pages?: number;
}

/** What the worker says. */
export type PageReport =
  | { readonly type: "done"; readonly page: PageText }
  | { readonly type: "failed"; readonly message: string };
