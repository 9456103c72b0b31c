import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { shellWords } from "../words/shell.ts";
import type { Api } from "./api.ts";
import type { Answer } from "./api-calls.ts";
import { useConsole } from "./console-context.ts";
import { useWords } from "./words.ts";

/** A caller's role. */
export type Role = Me["role"];

/** From least to most. */
const ROLES: readonly Role[] = ["viewer", "user", "approver", "admin"];

/** The person's identity at the server. */
export type Me = Answer<"get", "/api/me">;

/** Loads the person's identity, again when the token changes. */
export function createMe(api: Api, token: ReadonlySignal<string>): ReadonlySignal<Me | undefined> {
  const me = signal<Me | undefined>(undefined);
  effect(() => {
    const asked = token.value;
    const ask = async () => {
      const answer = await api.get("/api/me").catch(() => undefined);
      if (token.peek() === asked) me.value = answer;
    };
    void ask();
  });
  return me;
}

/** Whether the person's role allows something. Until it is known, the server decides. */
export function useMay(needed: Role): boolean {
  const role = useConsole().me.value?.role;
  return role === undefined || ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** A person's name for this reader: "you" for themselves. */
export function useNameOf(): (name: string) => string {
  const me = useConsole().me.value?.name;
  const say = useWords(shellWords);
  return (name) => (name === me ? say("you") : name);
}
