import { type ReadonlySignal, signal } from "@preact/signals";

/** The current place: `#/runs/ID?tab=log` is the page `runs`, the rest `["ID"]`, and a query. */
interface Place {
  readonly page: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

export interface Route {
  readonly place: ReadonlySignal<Place>;
  go(address: string): void;
  /** Sets or removes one value of the query, without a history entry. */
  ask(name: string, value: string): void;
}

/** Follows the address of the window. The place is behind `#`, so that the server serves one page only. */
export function createRoute(window: Window): Route {
  const place = signal(readPlace(window.location.hash));
  window.addEventListener("hashchange", () => {
    place.value = readPlace(window.location.hash);
  });
  return {
    place,
    go(address) {
      window.location.hash = address.replace(/^#/, "");
    },
    ask(name, value) {
      const { page, rest, query } = place.value;
      const next = new URLSearchParams(query);
      if (value === "") next.delete(name);
      else next.set(name, value);
      const address = `${addressOf(page, ...rest)}${next.size === 0 ? "" : `?${next}`}`;
      window.history.replaceState(null, "", address);
      place.value = readPlace(address);
    },
  };
}

function readPlace(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  return { page: page === "" ? "chat" : page, rest, query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page. */
export function addressOf(page: string, ...rest: readonly string[]): string {
  return `#/${[page, ...rest.map(encodeURIComponent)].join("/")}`;
}
