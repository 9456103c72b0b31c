import type { ComponentChildren } from "preact";
import { useConsole } from "../core/console-context.ts";
import type { Loaded } from "../core/use-data.ts";
import { type Hit, type SearchPath, useSearch } from "../core/use-search.ts";
import { EmptyState } from "./empty-state.tsx";
import type { IconName } from "./icon.tsx";
import { LoadedView } from "./loaded-view.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { RichText } from "./rich-text.tsx";
import { SearchBox } from "./search-box.tsx";

/** The texts around a searchable list. */
type FoundListWord =
  | "search"
  | "searching"
  | "count"
  | "emptyTitle"
  | "emptyBody"
  | "nothing"
  | "nothingBody";

interface FoundListProps<Item> {
  readonly all: Loaded<readonly Item[]>;
  /** The server's search route. */
  readonly path: SearchPath;
  readonly icon: IconName;
  /** The content beside the field. */
  readonly beside?: ComponentChildren;
  say(word: FoundListWord, values?: { readonly count: number }): string;
  /** One row, with its score if it was searched for. */
  children(item: Item, hit: Hit | undefined): ComponentChildren;
}

/** Items by name, or those that match a search, best first. The search text is stored in the address. */
export function FoundList<Item extends { readonly name: string }>(props: FoundListProps<Item>) {
  const { all, path, icon, beside, say, children } = props;
  const { route } = useConsole();
  const text = route.place.value.query.get("q") ?? "";
  const { query, found, problem } = useSearch(path, text);
  return (
    <>
      <div class="line">
        <SearchBox label={say("search")} value={text} onInput={(next) => route.ask("q", next)} />
        {beside}
      </div>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      {query !== "" && found === undefined && problem === undefined ? (
        <ProgressBar label={say("searching")} />
      ) : null}
      <LoadedView data={all}>
        {(items) => {
          const shown = shownOf(items, found?.hits);
          if (shown.length === 0)
            return (
              <EmptyState icon={icon} title={say(query === "" ? "emptyTitle" : "nothing")}>
                <p>
                  <RichText text={say(query === "" ? "emptyBody" : "nothingBody")} />
                </p>
              </EmptyState>
            );
          return (
            <>
              <p class="faint small" role="status">
                {say("count", { count: shown.length })}
              </p>
              <ul class="rows">
                {shown.map(([item, hit]) => (
                  <li key={item.name}>{children(item, hit)}</li>
                ))}
              </ul>
            </>
          );
        }}
      </LoadedView>
    </>
  );
}

function shownOf<Item extends { readonly name: string }>(
  items: readonly Item[],
  hits: readonly Hit[] | undefined,
): readonly (readonly [Item, Hit | undefined])[] {
  if (hits === undefined) return items.map((item) => [item, undefined] as const);
  const byName = new Map(items.map((item) => [item.name, item]));
  return hits.flatMap((hit) => {
    const item = byName.get(hit.name);
    return item === undefined ? [] : [[item, hit] as const];
  });
}
