import type { z } from "zod";
import type { DocumentRepository } from "../../store/store.ts";
import { oldestOfLargest } from "../fair-share.ts";

interface ExpiringOptions<Value> {
  readonly documents: DocumentRepository;
  readonly collection: string;
  readonly schema: z.ZodType<Value>;
  /** Beyond this number, those that expire first are dropped. */
  readonly most: number;
  /** The owner of a document. At the limit, the owner with the most documents loses some. Default: no owner. */
  ownerOf?(value: Value): string;
  now(): number;
}

/** Documents that expire. Anybody can cause some of them to be written, so their number is limited. */
export interface Expiring<Value> {
  put(key: string, value: Value): Promise<void>;
  /** `undefined` if there is none, or if it has expired. */
  get(key: string): Promise<Value | undefined>;
  /** Reads and removes it. Of several concurrent callers, only one gets it. */
  take(key: string): Promise<Value | undefined>;
  delete(key: string): Promise<boolean>;
  list(): Promise<{ readonly key: string; readonly value: Value }[]>;
}

/** Opens the documents of a collection. */
export function openExpiring<Value extends { readonly expiresAt: number }>(
  options: ExpiringOptions<Value>,
): Expiring<Value> {
  const { documents, collection, schema, most, now, ownerOf = () => "" } = options;
  const parse = (value: unknown) => {
    const { data } = schema.safeParse(value);
    return data !== undefined && data.expiresAt > now() ? data : undefined;
  };
  const get = async (key: string) => parse(await documents.get(collection, key));
  const list = async () =>
    (await documents.list(collection)).flatMap(({ key, value }) => {
      const parsed = parse(value);
      return parsed === undefined ? [] : [{ key, value: parsed }];
    });

  async function prune(): Promise<void> {
    let byEnd = (await list()).sort((one, other) => one.value.expiresAt - other.value.expiresAt);
    while (byEnd.length >= most) {
      const first = oldestOfLargest(byEnd, ({ value }) => ownerOf(value));
      byEnd = byEnd.filter((each) => each !== first);
    }
    const remaining = new Set(byEnd.map(({ key }) => key));
    for (const { key } of await documents.list(collection))
      if (!remaining.has(key)) await documents.delete(collection, key);
  }

  return {
    get,
    list,
    async put(key, value) {
      if ((await documents.get(collection, key)) === undefined) await prune();
      await documents.put(collection, key, value);
    },
    async take(key) {
      const value = await get(key);
      return (await documents.delete(collection, key)) ? value : undefined;
    },
    delete: (key) => documents.delete(collection, key),
  };
}
