import type { ErrorCode } from "../contract/error.ts";

/** One step of one request, as the log keeps it. The query is left out: it may hold keys. */
export interface RequestRecord {
  readonly at: string;
  readonly callId?: string;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** 0 for the request itself, 1 for the first redirect. */
  readonly step: number;
  /** The address that was connected to; absent when none was. */
  readonly address?: string;
  readonly status?: number;
  /** Bytes of the body as they came. */
  readonly bytes: number;
  readonly durationMs: number;
  /** Why it was refused or failed. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}
