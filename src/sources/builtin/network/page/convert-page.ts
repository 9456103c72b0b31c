import { DejimaError } from "../../../../contract/error.ts";
import { thrownText } from "../../../../support/thrown-text.ts";
import { runInWorker } from "../../run-in-worker.ts";

/** The article of a page, or everything on it. */
export type PagePart = "article" | "page";

/** A document to turn into text. */
export type PageJob =
  | { readonly kind: "html"; readonly html: string; readonly url: string; readonly part: PagePart }
  | { readonly kind: "pdf"; readonly bytes: Uint8Array };

/** A document as text: Markdown for a page, plain lines for a PDF. */
export interface PageText {
  readonly text: string;
  readonly title?: string;
  readonly pages?: number;
}

interface ConvertOptions {
  /** Named in errors. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Turns a document into text in a worker thread, within a time limit. */
export async function convertPage(
  job: PageJob,
  { url, signal, timeoutMs = TIMEOUT_MS }: ConvertOptions,
): Promise<PageText> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await runInWorker<PageText>(job, {
      worker: "page-worker",
      beside: import.meta.url,
      signal: AbortSignal.any([signal, timeout]),
    });
  } catch (error) {
    if (signal.aborted) throw new DejimaError("cancelled", `Cancelled reading "${url}"`, { url });
    throw timeout.aborted ? timedOut(url, timeoutMs) : unreadable(url, thrownText(error));
  }
}

function unreadable(url: string, reason: string): DejimaError {
  return new DejimaError(
    "io_error",
    `Cannot turn "${url}" into text: ${reason.slice(0, 200)}. http_get returns it unchanged`,
    { url },
  );
}

function timedOut(url: string, timeoutMs: number): DejimaError {
  return new DejimaError("timeout", `Cannot turn "${url}" into text: it took longer than ${timeoutMs} ms`, {
    url,
    timeoutMs,
  });
}
