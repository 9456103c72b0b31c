import { open } from "node:fs/promises";
import { DejimaError } from "../../../contract/error.ts";
import type { SkillLimits } from "../archive/admission.ts";

/** Downloads an address with the guarded HTTP client. The caller stops reading if it is too large. */
export type Download = (
  url: string,
  options: { readonly signal?: AbortSignal; readonly callId?: string },
) => Promise<AsyncIterable<Uint8Array>>;

/** Runs a program in the sandbox, without a shell. It sees only `cwd` and reaches only `hosts`. */
export type RunProgram = (
  argv: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    /** Each as `name:port`. */
    readonly hosts: readonly string[];
    readonly signal?: AbortSignal;
  },
) => Promise<{ readonly exitCode: number | null; readonly stderr: string }>;

/** What an install may use. Without `download` or `runProgram`, the sources that need them are refused. */
export interface InstallWorld {
  readonly registries: readonly string[];
  readonly limits: SkillLimits;
  /** The base of relative paths. */
  readonly base: string;
  readonly download?: Download;
  readonly runProgram?: RunProgram;
}

interface Bounds {
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** The call that it belongs to, for the log. */
  readonly callId?: string;
}

/** Downloads at most `maxBytes` into memory. */
export async function readDownload(
  download: Download | undefined,
  url: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(download, url, { maxBytes })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Downloads at most `maxBytes` into a new file. */
export async function saveDownload(
  download: Download | undefined,
  url: string,
  options: { readonly file: string } & Bounds,
): Promise<void> {
  await using handle = await open(options.file, "wx", 0o600);
  for await (const chunk of bounded(download, url, options)) await handle.writeFile(chunk);
}

async function* bounded(
  download: Download | undefined,
  url: string,
  { maxBytes, signal, callId }: Bounds,
): AsyncIterable<Uint8Array> {
  if (download === undefined) {
    throw new DejimaError("host_blocked", `Cannot download "${url}": this runtime has no network access`);
  }
  let total = 0;
  for await (const chunk of await download(url, { ...(signal && { signal }), ...(callId && { callId }) })) {
    total += chunk.length;
    if (total > maxBytes)
      throw new DejimaError("too_large", `Cannot download "${url}": it is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}
