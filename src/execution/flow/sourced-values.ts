/** Values from one source that came with stored data. Default for `values`: the whole output of the call. */
export interface SourcedValues {
  readonly source: string;
  readonly values?: unknown;
}

/** The name of a source whose content was stored in something. */
export function storedSource(source: string, through: string | undefined): string {
  return through === undefined ? source : `${source}, kept in ${through}`;
}

/** What earlier runs of a conversation knew: the user's words, the services, and the results that they read. */
export interface EarlierTurns {
  readonly said: readonly string[];
  readonly seen: readonly string[];
  /** The tools that they called. */
  readonly called?: readonly string[];
  readonly read?: readonly Required<SourcedValues>[];
}
