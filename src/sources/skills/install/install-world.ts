import type { SkillLimits } from "../archive/admission.ts";

/** Fetches an address; the caller stops reading when there is too much. The guarded HTTP client stands behind it. */
export type Download = (
  url: string,
  options: { readonly signal?: AbortSignal; readonly callId?: string },
) => Promise<AsyncIterable<Uint8Array>>;

/** Runs a program in the sandbox, without a shell: it sees `cwd` alone and reaches `hosts` alone. */
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

/** What installing reaches the world through. Without `download` or `runProgram` those sources are refused. */
export interface InstallWorld {
  readonly registries: readonly string[];
  readonly limits: SkillLimits;
  /** What relative paths are relative to. */
  readonly base: string;
  readonly download?: Download;
  readonly runProgram?: RunProgram;
}
