import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import { type Language, message } from "../../../contract/words/messages.ts";
import { previewText } from "../../../text/question-lead.ts";
import { quotedBlock } from "../../../text/visible-text.ts";
import { displayWidth } from "./display-width.ts";
import type { Window } from "./terminal.ts";

/** The preview of a call, such as a diff, page by page. */
export interface PreviewPages {
  readonly hasMore: boolean;
  /** The lines of the next page, with the number of lines left. */
  next(): string[];
}

const MORE = new Set(["m", "more", "更多", "继续看"]);
/** The smallest page worth showing. */
const MIN_ROWS = 6;

/** Whether a line asks for the next page. */
export function isNextPageRequest(line: string): boolean {
  return MORE.has(line.trim().toLowerCase());
}

/**
 * The preview of a question in pages that fit the window, so that the question itself stays on the screen.
 */
export function previewPages(
  { preview }: Pick<ApprovalRequest, "preview">,
  { window, used, language }: { readonly window: Window; readonly used: number; readonly language: Language },
): PreviewPages | undefined {
  if (preview === undefined) return undefined;
  const lines = quotedBlock(previewText(preview, language).trimEnd()).split("\n");
  const room = Math.max(MIN_ROWS, window.rows - used - 6);
  let at = 0;
  return {
    get hasMore() {
      return at < lines.length;
    },
    next() {
      const page: string[] = [];
      for (let rows = 0; at < lines.length && (page.length === 0 || rows < room); at++) {
        const line = lines[at] ?? "";
        rows += Math.max(1, Math.ceil(displayWidth(line) / window.columns));
        page.push(line);
      }
      const left = lines.length - at;
      return left === 0 ? page : [...page, message("moreLines", language, { count: left })];
    },
  };
}
