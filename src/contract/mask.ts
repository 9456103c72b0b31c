/** A folder that a program is given, and how. */
export interface GivenFolder {
  readonly path: string;
  readonly access: "read-only" | "read-write";
}

/**
 * One path in a folder that a program is given, and what stands in its way there: `hide-file` and `hide-folder` keep it
 * from being seen, `lock` from being changed, `hold` from being moved, because something below would then lose its mask.
 */
export interface Mask {
  readonly type: "hide-file" | "hide-folder" | "lock" | "hold";
  /** The true path. */
  readonly path: string;
  /** Which file or folder it was: another one in its place needs another look. */
  readonly identity: string;
}

/** What rules and names withhold from programs, by true path. */
export interface Withheld {
  /** Whether a rule keeps this path from being read. */
  hides(path: string): boolean;
  /** Whether a name on the way from the root, without a rule, says that the path holds secrets. */
  isSecret(path: string, root: string): boolean;
  /** Whether a name alone could be that of a secret: paths without such a name are none. */
  couldBeSecret(name: string): boolean;
  /** Whether a rule keeps this path from being changed or deleted. */
  locks(path: string): boolean;
}
