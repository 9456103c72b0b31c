/** Texts of somebody else that came with something stored. Default: all of what the call gave back. */
export interface Heard {
  readonly source: string;
  readonly values?: unknown;
}

/** How a source is named whose words were kept in something. */
export function storedSource(source: string, through: string | undefined): string {
  return through === undefined ? source : `${source}, kept in ${through}`;
}

/** What earlier runs of a conversation knew: the user's words, the services, and what results said. */
export interface EarlierTurns {
  readonly said: readonly string[];
  readonly seen: readonly string[];
  readonly read?: readonly Required<Heard>[];
}
