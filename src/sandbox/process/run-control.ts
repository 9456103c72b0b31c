import type { Launched } from "../driver.ts";
import type { LimitName } from "../limit/limits.ts";

/** Why a run ended before its program did. The first cause counts. */
export type Ending = { readonly limit: LimitName } | { readonly cancelled: true };

/** Ends a run for one reason: whoever comes first. */
export interface RunControl {
  end(ending: Ending): void;
  ending(): Ending | undefined;
  /** The program ended by itself: later causes no longer count. */
  freeze(): void;
}

export function createRunControl(launching: Promise<Launched>): RunControl {
  let first: Ending | undefined;
  let frozen = false;
  return {
    end(ending) {
      if (frozen) return;
      first ??= ending;
      launching.then(
        (launched) => launched.kill(),
        () => {},
      );
    },
    ending: () => first,
    freeze: () => {
      frozen = true;
    },
  };
}
