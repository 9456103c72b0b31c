import { extractText, getDocumentProxy } from "unpdf";
import type { PageText } from "./page-job.ts";

/** The text of a PDF, page by page. Scanned pages have none. */
export async function pdfToText(bytes: Uint8Array): Promise<PageText> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const { text, totalPages } = await extractText(document, { mergePages: false });
  const pages = text.map((page, index) => `## Page ${index + 1}\n\n${page.trim()}`);
  return { text: pages.join("\n\n"), pages: totalPages };
}
