// Parsing a document from outside can take much time or memory: it runs in a thread that can be stopped.
import { doJob } from "../../run-in-worker.ts";
import type { PageJob, PageText } from "./convert-page.ts";

await doJob((job: PageJob) => (job.kind === "pdf" ? pdfToText(job.bytes) : htmlToText(job)));

async function htmlToText(job: Extract<PageJob, { kind: "html" }>): Promise<PageText> {
  const { htmlToMarkdown } = await import("./html-to-markdown.ts");
  return htmlToMarkdown(job);
}

/** Extracts the text of a PDF, page by page. Scanned pages contain no text. */
async function pdfToText(bytes: Uint8Array): Promise<PageText> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const { text, totalPages } = await extractText(document, { mergePages: false });
  const pages = text.map((page, index) => `## Page ${index + 1}\n\n${page.trim()}`);
  return { text: pages.join("\n\n"), pages: totalPages };
}
