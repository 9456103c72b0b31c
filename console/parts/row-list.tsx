import type { ComponentChildren } from "preact";
import type { Pages } from "../core/use-pages.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./button.tsx";
import { Ghosts } from "./ghosts.tsx";
import { ProblemNote } from "./problem-note.tsx";

interface RowListProps<Item> {
  readonly list: Pages<Item>;
  /** The placeholder for an empty list. */
  readonly empty: ComponentChildren;
  keyOf(item: Item): string;
  children(item: Item): ComponentChildren;
}

/**
 * A list that comes in pages, row by row: a skeleton first, a placeholder if it is empty, and more on demand.
 */
export function RowList<Item>({ list, empty, keyOf, children }: RowListProps<Item>) {
  const say = useWords(shellWords);
  const { items, problem, loading, more, loadMore, reload } = list;
  return (
    <>
      {problem === undefined ? null : <ProblemNote problem={problem} onRetry={() => void reload()} />}
      {items === undefined && problem === undefined ? <Ghosts /> : null}
      {items?.length === 0 ? empty : null}
      {items === undefined || items.length === 0 ? null : (
        <ul class="rows">
          {items.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
      {more ? (
        <div class="actions">
          <Button busy={loading} onClick={() => void loadMore()}>
            {say("more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
