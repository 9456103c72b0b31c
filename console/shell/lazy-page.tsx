import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { type ApiProblem, asProblem } from "../core/api-problem.ts";
import { Ghosts } from "../parts/ghosts.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import type { Page } from "./pages.ts";

/** A page that is loaded when it is first shown. */
export function LazyPage({ page }: { page: Page }) {
  const loaded = useSignal<{ readonly Body: ComponentType } | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  useEffect(() => {
    page
      .load()
      .then((Body) => {
        loaded.value = { Body };
      })
      .catch((error) => {
        problem.value = asProblem(error);
      });
  }, [page]);
  if (problem.value !== undefined) {
    return (
      <div class="page">
        <ProblemNote problem={problem.value} onRetry={() => location.reload()} />
      </div>
    );
  }
  if (loaded.value === undefined) {
    return (
      <div class="page">
        <Ghosts />
      </div>
    );
  }
  const { Body } = loaded.value;
  return <Body />;
}
