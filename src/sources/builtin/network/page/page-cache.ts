/** Pages that were just read, so that reading on does not ask the server again. */
interface PageCache<Page> {
  take(key: string, read: () => Promise<Page>): Promise<Page>;
}

const CAPACITY = 20;
const KEEP_MS = 5 * 60_000;

/** Creates a cache of a few pages, each kept for a few minutes. */
export function createPageCache<Page extends object>(now: () => number): PageCache<Page> {
  const pages = new Map<string, { readonly page: Page; readonly until: number }>();
  return {
    async take(key, read) {
      const kept = pages.get(key);
      if (kept !== undefined && kept.until > now()) return kept.page;
      const page = await read();
      pages.delete(key);
      pages.set(key, { page, until: now() + KEEP_MS });
      const [oldest] = pages.keys();
      if (pages.size > CAPACITY && oldest !== undefined) pages.delete(oldest);
      return page;
    },
  };
}
