import type { Runtime } from "../../../runtime.ts";

/**
 * Runs due tasks while a person chats, and shows messages for their conversation at once, whichever process
 * wrote them. Returns a function that stops it.
 */
export async function startBackground(
  runtime: Runtime,
  { conversation, print }: { conversation(): string | undefined; print(text: string): void },
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const { scheduler, store, mail } = runtime;
  const working = scheduler.run(stop.signal).catch((error) => print(String(error)));
  // Scan the skill folders now, so that the first message finds them indexed.
  void runtime.search.refreshSkills().catch(() => undefined);
  let looking = false;
  const printNews = async () => {
    const current = conversation();
    if (looking || current === undefined || stop.signal.aborted) return;
    looking = true;
    const messages = await mail.take(current).finally(() => {
      looking = false;
    });
    for (const { text } of messages) print(text);
  };
  // If this fails, the next change looks again.
  const unwatch = await store.schedules.watch(() => void printNews().catch(() => undefined));
  return async () => {
    unwatch();
    stop.abort();
    await working;
  };
}
