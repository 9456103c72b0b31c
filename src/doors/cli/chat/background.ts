import type { Runtime } from "../../../runtime.ts";

/**
 * Does what is due while a person chats, and tells at once what comes for their conversation, whichever process did it. Gives
 * what ends it.
 */
export async function startBackground(
  runtime: Runtime,
  { conversation, tell }: { conversation(): string | undefined; tell(text: string): void },
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const { scheduler, store, mail } = runtime;
  const working = scheduler.run(stop.signal).catch((error) => tell(String(error)));
  // The folders of skills are looked at now, so that the first message finds them indexed.
  void runtime.search.refreshSkills().catch(() => undefined);
  let looking = false;
  const look = async () => {
    const current = conversation();
    if (looking || current === undefined || stop.signal.aborted) return;
    looking = true;
    const letters = await mail.take(current).finally(() => {
      looking = false;
    });
    for (const { text } of letters) tell(text);
  };
  // What cannot be looked at now is looked at with the next change.
  const unwatch = await store.schedules.watch(() => void look().catch(() => undefined));
  return async () => {
    unwatch();
    stop.abort();
    await working;
  };
}
