import { useEffect } from "preact/hooks";
import { useConsole } from "../core/console-context.ts";
import { addressOf } from "../core/route.ts";
import { PAGES } from "./pages.ts";

const SEQUENCE_MS = 1_200;

/** The keys that work everywhere: Ctrl+K, `?`, `/`, and `g` followed by the letter of a page. */
export function useKeys(open: (window: "palette" | "keys") => void): void {
  const { route, preferences } = useConsole();
  useEffect(() => {
    let goUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if ((ctrlKey || metaKey) && key.toLowerCase() === "k") {
        event.preventDefault();
        open("palette");
        return;
      }
      if (ctrlKey || metaKey || altKey || !preferences.shortcuts.value || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const page = Date.now() < goUntil ? PAGES.flat().find((known) => known.key === key) : undefined;
      goUntil = key === "g" ? Date.now() + SEQUENCE_MS : 0;
      if (page !== undefined) route.go(addressOf(page.name));
      else if (key === "?") open("keys");
      else if (key === "/") document.dispatchEvent(new Event("dejima:search"));
      else if (key === "n") route.go(addressOf("chat"));
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [route, preferences, open]);
}

const FIELDS = "input:not([type=radio], [type=checkbox], [type=button]), textarea, select";

/** Whether keys belong to a field. Radio buttons and checkboxes take no letters. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches(FIELDS) || target.isContentEditable);
}
