import { canonicalUrl } from "../../policy/canonical-url.ts";
import { trimEndOf } from "../../text/trim-end.ts";

/**
 * Which addresses cost nothing. `known`: those that the user named, as in every run. `open`: in a run that has read nothing but
 * public pages, also the links of those pages, letter for letter. `any`: there, also any other.
 */
export type Reach = "known" | "open" | "any";

/**
 * Addresses that a marked run may ask for without a question, and how many more times. To ask for one of them tells its host
 * which one was chosen, so a run that is told what to do by a stranger could spell out a secret. What can be told this way is
 * bounded: each address that the user named is free once; every other request is paid for.
 */
export interface KnownAddresses {
  /** Whether the next request for exactly this address would be free or can be paid. */
  mayFollow(url: string, reach?: Reach): boolean;
  /** Takes the free request or pays for it. False if neither is possible: then a person has to be asked. */
  claim(url: string, reach?: Reach): boolean;
  /** An address that the run has asked for. */
  add(url: string): void;
  /** The links that stand in what the run has read. */
  addLinks(output: unknown): void;
}

/** The most requests that a marked run may pay for. */
export const MOST_REQUESTS = 20;

/** The most requests of a run that has read nothing but public pages: it knows nothing that it could tell. */
export const MOST_PUBLIC_REQUESTS = 50;

/** The most bits that those requests may tell together. */
export const MOST_BITS = 64;

const MOST_ADDRESSES = 2_000;

const MOST_SCANNED = 200_000;

const LINK = /https?:\/\/[^\s"'<>`\\^{|}]+/gi;

/** Keeps the addresses of one run. `spent`: nothing can be paid any more, as for a run whose earlier payments are not known. */
export function createKnownAddresses(named: readonly string[], { spent = false } = {}): KnownAddresses {
  const known = new Set(named);
  const free = new Set(named);
  let requests = spent ? MOST_REQUESTS : 0;
  let bits = spent ? MOST_BITS : 0;
  let open = spent ? MOST_PUBLIC_REQUESTS : 0;
  const isOpen = (url: string, reach: Reach) =>
    open < MOST_PUBLIC_REQUESTS && (reach === "any" || (reach === "open" && known.has(url)));
  // To choose one of n addresses, or none of them, tells log2(n + 1) bits.
  const price = () => Math.log2(known.size + 1);
  const canPay = () => requests < MOST_REQUESTS && bits + price() <= MOST_BITS;
  const add = (url: string) => {
    if (known.size < MOST_ADDRESSES) known.add(url);
  };
  return {
    mayFollow: (url, reach = "known") => free.has(url) || isOpen(url, reach) || (known.has(url) && canPay()),
    claim(url, reach = "known") {
      if (free.delete(url)) return true;
      if (isOpen(url, reach)) {
        open++;
        return true;
      }
      if (!known.has(url) || !canPay()) return false;
      bits += price();
      requests++;
      return true;
    },
    add,
    addLinks(output) {
      if (known.size >= MOST_ADDRESSES || output === undefined) return;
      const text = (typeof output === "string" ? output : (JSON.stringify(output) ?? "")).slice(
        0,
        MOST_SCANNED,
      );
      for (const [link] of text.matchAll(LINK)) for (const url of readings(link)) add(url);
    },
  };
}

/** A link may be followed by the bracket or the full stop of the sentence it stands in. */
function readings(link: string): string[] {
  const bare = trimEndOf(link, /[\])}.,;:!?*_]/);
  return [...new Set([link, bare])].flatMap((text) => {
    try {
      return [canonicalUrl(text)];
    } catch {
      return [];
    }
  });
}
