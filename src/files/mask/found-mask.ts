import type { GivenFolder, Mask } from "../../contract/mask.ts";

/** A mask before it is known which file it is. */
export type FoundMask = Omit<Mask, "identity">;

/** A folder that programs are given, by its true path. */
export interface Root extends GivenFolder {
  /** Whether the folder itself bears the name of a secret: then it was given for what is in it. */
  readonly isSecret: boolean;
}
