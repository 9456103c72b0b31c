import type { ComponentChildren } from "preact";
import type { Loaded } from "../core/use-data.ts";
import { Ghosts } from "./ghosts.tsx";
import { ProblemNote } from "./problem-note.tsx";

interface LoadedViewProps<Data> {
  readonly data: Loaded<Data>;
  children(value: Data): ComponentChildren;
}

/** Shows data once it is loaded, a skeleton before, and the problem otherwise. */
export function LoadedView<Data>({ data, children }: LoadedViewProps<Data>): ComponentChildren {
  const { value, problem, reload } = data;
  if (problem !== undefined) return <ProblemNote problem={problem} onRetry={() => void reload()} />;
  return value === undefined ? <Ghosts /> : children(value);
}
