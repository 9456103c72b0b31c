import type { Mark } from "../../contract/mark.ts";
import type { MarkRepository } from "../mark-repository.ts";

export function memoryMarks(assertOpen: () => void): MarkRepository {
  const held = new Map<string, { readonly mark: Mark; readonly revision: number }>();
  let revision = 0;
  return {
    async put(marks) {
      assertOpen();
      for (const mark of marks) {
        const id = `${mark.kind} ${mark.key}`;
        held.delete(id);
        held.set(id, { mark: structuredClone(mark), revision: ++revision });
      }
    },
    async list({ limit, kind, before = Number.POSITIVE_INFINITY }) {
      assertOpen();
      const found = [...held.values()]
        .filter(({ mark }) => mark.sources.length > 0 && (kind === undefined || mark.kind === kind))
        .filter((one) => one.revision < before)
        .map((one) => ({ ...one.mark, revision: one.revision }));
      return structuredClone(found.reverse().slice(0, limit));
    },
    async changedSince(since) {
      assertOpen();
      const changed = [...held.values()].filter((one) => one.revision > since);
      return { revision, marks: structuredClone(changed.map(({ mark }) => mark)) };
    },
  };
}
