import { useRef } from "preact/hooks";
import type { Answer } from "./api-calls.ts";
import { useConsole } from "./console-context.ts";
import { type Loaded, useData } from "./use-data.ts";

/** The questions that wait for a person. The first use shares the request that counts them. */
export function useWaiting(): Loaded<Answer<"get", "/api/approvals">> {
  const { api, live } = useConsole();
  const first = useRef(true);
  return useData(() => {
    const known = first.current ? live.waiting() : undefined;
    first.current = false;
    return known ?? api.get("/api/approvals", { query: { status: "pending", limit: 100 } });
  }, [api, live]);
}
