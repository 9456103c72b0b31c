import { canonicalUrl } from "../../policy/canonical-url.ts";
import { trimEndOf } from "../../text/text-end.ts";

/**
 * Which addresses are free. `known`: those that the user named, in every run. `open`: in a run that has read only public pages,
 * also the exact links on those pages. `any`: in a run that has read only public pages, also every other address.
 */
export type Reach = "known" | "open" | "any";

/**
 * Addresses that a marked run may request without a question, and how many more times. A request reveals to the host which
 * address was chosen, so a run under a stranger's control could leak a secret through its choices. The leak is bounded: each
 * address that the user named is free once; every other request costs budget.
 */
export interface KnownAddresses {
  /** Whether the next request for exactly this address is free or within the budget. */
  mayFollow(url: string, reach?: Reach): boolean;
  /** Uses the free request or the budget. Returns false if neither is left: a person must then be asked. */
  claim(url: string, reach?: Reach): boolean;
  /** Adds an address that the run has requested. */
  add(url: string): void;
  /** Adds the links in an output that the run has read. */
  addLinks(output: unknown): void;
}

/** Maximum number of requests that a marked run may pay for. */
export const MAX_REQUESTS = 20;

/** Maximum number of requests of a run that has read only public pages: it knows nothing that it could leak. */
export const MAX_PUBLIC_REQUESTS = 50;

/** Maximum number of bits that the paid requests may leak in total. */
export const MAX_BITS = 64;

const MAX_ADDRESSES = 2_000;

const MAX_SCANNED_CHARACTERS = 200_000;

const LINK = /https?:\/\/[^\s"'<>`\\^{|}]+/gi;

/** Tracks the addresses of one run. `spent`: the budget is used up, as for a run whose earlier requests are unknown. */
export function createKnownAddresses(named: readonly string[], { spent = false } = {}): KnownAddresses {
  const known = new Set(named);
  const free = new Set(named);
  let requests = spent ? MAX_REQUESTS : 0;
  let bits = spent ? MAX_BITS : 0;
  let open = spent ? MAX_PUBLIC_REQUESTS : 0;
  const isOpen = (url: string, reach: Reach) =>
    open < MAX_PUBLIC_REQUESTS && (reach === "any" || (reach === "open" && known.has(url)));
  // Choosing one of n addresses, or none of them, reveals log2(n + 1) bits.
  const price = () => Math.log2(known.size + 1);
  const canPay = () => requests < MAX_REQUESTS && bits + price() <= MAX_BITS;
  const add = (url: string) => {
    if (known.size < MAX_ADDRESSES) known.add(url);
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
      if (known.size >= MAX_ADDRESSES || output === undefined) return;
      const text = (typeof output === "string" ? output : (JSON.stringify(output) ?? "")).slice(
        0,
        MAX_SCANNED_CHARACTERS,
      );
      for (const [link] of text.matchAll(LINK)) for (const url of readings(link)) add(url);
    },
  };
}

/** The possible addresses of a link: with and without a closing bracket or full stop of its sentence. */
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
