import { resolve } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import type { ListedMark, Mark } from "../../contract/mark.ts";
import type { MarkPage } from "../../store/store.ts";
import type { Harbour } from "../harbour.ts";

/** The marks on files and content, for people. No tool can reach them. */
export interface Marks {
  /** The files, folders and contents with content from outside, the latest first. */
  list(page?: Partial<MarkPage>): Promise<ListedMark[]>;
  /**
   * Clears marks on behalf of a person who vouches for the content: the mark of a file and of its content, or for a folder
   * those of everything below it. A SHA-256 clears the mark of that content. Returns the cleared marks.
   */
  clear(pathOrHash: string): Promise<Mark[]>;
}

const MAX_MARKS = 1_000;

/** The marks of one home. */
export function marksOf(world: () => Promise<{ readonly harbour: Harbour }>): Marks {
  return {
    async list({ limit = MAX_MARKS, ...page } = {}) {
      const { marks } = await (await world()).harbour.store();
      return marks.list({ limit, ...page });
    },
    async clear(pathOrHash) {
      const { harbour } = await world();
      const path = await harbour.files
        .canonical(pathOrHash)
        .catch(() => resolve(harbour.workspace, pathOrHash));
      const isHash = /^[0-9a-f]{64}$/.test(pathOrHash);
      const cleared = await harbour.marks.clear(path, isHash ? pathOrHash : await contentOf(path, harbour));
      if (cleared.length > 0) return cleared;
      const above = await harbour.marks.ofPaths([path]);
      const why =
        above.length === 0 ? "it has no mark" : `the mark is on ${above[0]?.through}, which contains it`;
      throw new DejimaError(
        "invalid_input",
        `Cannot clear "${pathOrHash.slice(0, 200)}": ${why}. \`dejima flow list\` shows the marks there are`,
      );
    },
  };
}

async function contentOf(path: string, { files }: Harbour): Promise<string | undefined> {
  try {
    return await (await files.repair()).hashOf(path);
  } catch {
    return undefined; // a folder, or gone
  }
}
