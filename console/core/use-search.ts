import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Answer } from "./api-calls.ts";
import { type ApiProblem, asProblem } from "./api-problem.ts";
import { useConsole } from "./console-context.ts";

/** Where the server searches. */
export type SearchPath = "/api/tools/search" | "/api/skills/search";

type Found = Answer<"get", SearchPath>;

/** One search result. */
export type Hit = Found["hits"][number];

const PAUSE_MS = 150;

/** Searches on the server while a person types. Only the latest response counts. */
export function useSearch(path: SearchPath, text: string) {
  const { api } = useConsole();
  const found = useSignal<Found | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const query = text.trim();
  useEffect(() => {
    let newest = true;
    problem.value = undefined;
    if (query === "") found.value = undefined;
    const search = async () => {
      try {
        const answer = await api.get(path, { query: { query, limit: 20 } });
        if (newest) found.value = answer;
      } catch (error) {
        if (newest) problem.value = asProblem(error);
      }
    };
    const timer = query === "" ? undefined : setTimeout(() => void search(), PAUSE_MS);
    return () => {
      newest = false;
      clearTimeout(timer);
    };
  }, [api, path, query]);
  return { query, found: query === "" ? undefined : found.value, problem: problem.value };
}
