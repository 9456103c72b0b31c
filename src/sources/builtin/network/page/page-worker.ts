// Runs in a thread of its own: parsers of foreign documents may take long or much, and are ended with their thread.
import { parentPort, workerData } from "node:worker_threads";
import type { PageJob, PageReport, PageText } from "./page-job.ts";

parentPort?.postMessage(await report(workerData as PageJob)); // convertPage() is the only one who starts it

async function report(job: PageJob): Promise<PageReport> {
  try {
    return { type: "done", page: await convert(job) };
  } catch (error) {
    return { type: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

async function convert(job: PageJob): Promise<PageText> {
  if (job.kind === "pdf") return (await import("./pdf-to-text.ts")).pdfToText(job.bytes);
  return (await import("./html-to-markdown.ts")).htmlToMarkdown(job);
}
