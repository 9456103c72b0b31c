import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { shellWords } from "../words/shell.ts";
import type { Api } from "./api.ts";
import type { Answer } from "./api-calls.ts";
import { useConsole } from "./console-context.ts";
import { useWords } from "./words.ts";

/** What a caller may do. */
export type Role = Me["role"];

/** From least to most. */
const ROLES: readonly Role[] = ["viewer", "user", "approver", "admin"];

/** Who the person is to the server. */
export type Me = Answer<"get", "/api/me">;

/** Loads who the person is; loads again when the token changes. */
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

/** The name of a person as this one reads it: themself is "you". */
export function useNameOf(): (name: string) => string {
  const me = useConsole().me.value?.name;
  const say = useWords(shellWords);
  return (name) => (name === me ? say("you") : name);
}
