import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "./api.ts";
import { useConsole } from "./console-context.ts";

/** What a caller may do, from least to most. */
const ROLES = ["viewer", "user", "approver", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** Who the person is to the server. */
export interface Me {
  readonly name: string;
  readonly role: Role;
  readonly version: string;
}

/** Asks the server who the person is, with every other token anew. */
export function createMe(api: Api, token: ReadonlySignal<string>): ReadonlySignal<Me | undefined> {
  const me = signal<Me | undefined>(undefined);
  effect(() => {
    const asked = token.value;
    const ask = async () => {
      const answer = await api.get<Me>("/api/me").catch(() => undefined);
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
