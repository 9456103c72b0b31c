import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "./api.ts";
import type { Answer } from "./api-calls.ts";

/** The model in use. */
export interface CurrentModel {
  readonly now: ReadonlySignal<Answer<"get", "/api/model"> | undefined>;
  /** Loads it again, after the choice has changed. */
  reload(): Promise<void>;
}

/** Loads the model in use, again when the token changes. */
export function createModel(api: Api, token: ReadonlySignal<string>): CurrentModel {
  const now = signal<Answer<"get", "/api/model"> | undefined>(undefined);
  const reload = async () => {
    now.value = await api.get("/api/model").catch(() => undefined);
  };
  effect(() => {
    if (token.value !== undefined) void reload();
  });
  return { now, reload };
}
