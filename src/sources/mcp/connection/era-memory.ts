import { z } from "zod";
import type { Era } from "./open-session.ts";
import type { EraMemory } from "./session-manager.ts";

interface EraStore {
  get(): Promise<unknown>;
  put(value: unknown): Promise<void>;
  now(): number;
}

const storedSchema = z.object({
  at: z.number(),
  // What a modern server said of itself is handed back to the SDK, which checks it.
  era: z.custom<Era>(
    (value) =>
      typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string",
  ),
});

/** An old server answers the old way for ever, even after it has learnt the new one: so it is asked again after a week. */
const FRESH_MS = 7 * 86_400_000;

/** Remembers across starts which protocol a server speaks. */
export function createEraMemory({ get, put, now }: EraStore): EraMemory {
  let held: Era | undefined;
  return {
    async get() {
      if (held !== undefined) return held;
      const stored = storedSchema.safeParse(await get());
      return stored.success && now() - stored.data.at < FRESH_MS ? stored.data.era : undefined;
    },
    async set(era) {
      if (JSON.stringify(era) === JSON.stringify(held)) return;
      held = era;
      const stored = storedSchema.safeParse(await get());
      const unchanged = stored.success && JSON.stringify(stored.data.era) === JSON.stringify(era);
      if (!unchanged || now() - stored.data.at >= FRESH_MS) await put({ at: now(), era });
    },
  };
}
