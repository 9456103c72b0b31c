/** A value that is made when it is first asked for, and then kept. */
export interface Once<Value> {
  readonly get: () => Promise<Value>;
  /** What has been made so far; nothing when nobody has asked. */
  readonly made: Promise<Value> | undefined;
}

/** Puts the making of something off until it is needed. What could not be made is tried again the next time. */
export function once<Value>(make: () => Promise<Value>): Once<Value> {
  let made: Promise<Value> | undefined;
  return {
    get: () => {
      if (made === undefined) {
        const making = make();
        made = making;
        making.catch(() => {
          if (made === making) made = undefined;
        });
      }
      return made;
    },
    get made() {
      return made;
    },
  };
}
