/** A value that is made when it is first asked for, and then kept. */
export interface Once<Value> {
  readonly get: () => Promise<Value>;
  /** What has been made so far; nothing when nobody has asked. */
  readonly made: Promise<Value> | undefined;
}

/** Puts the making of something off until it is needed. */
export function once<Value>(make: () => Promise<Value>): Once<Value> {
  let made: Promise<Value> | undefined;
  return {
    get: () => {
      made ??= make();
      return made;
    },
    get made() {
      return made;
    },
  };
}
