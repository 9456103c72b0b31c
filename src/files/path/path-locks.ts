/** Lets one change at a time happen to a path. */
export interface PathLocks {
  /** Does the work when nobody else holds any of the paths. */
  hold<Result>(paths: readonly string[], work: () => Promise<Result>): Promise<Result>;
}

/** Makes locks that hold within this process. */
export function createPathLocks(): PathLocks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async hold(paths, work) {
      const before = paths.map((path) => tails.get(path));
      const turn = Promise.allSettled(before).then(work);
      const tail = turn.catch(() => undefined);
      for (const path of paths) tails.set(path, tail);
      try {
        return await turn;
      } finally {
        for (const path of paths) if (tails.get(path) === tail) tails.delete(path);
      }
    },
  };
}
