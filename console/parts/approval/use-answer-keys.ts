import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { isTyping } from "../../shell/use-keys.ts";

/** The button of each key, on the focused card. */
const BUTTONS: Readonly<Record<string, string>> = {
  a: ".main-action",
  d: ".actions > .danger",
  w: ".say-why",
};

/** `a` approves, `d` denies and `w` asks for a reason, only on the focused card. */
export function useAnswerKeys(card: RefObject<HTMLElement | null>): void {
  const { preferences } = useConsole();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || !preferences.shortcuts.value || isTyping(target)) return;
      const button = Object.hasOwn(BUTTONS, key) ? BUTTONS[key] : undefined;
      const place = card.current?.closest("[data-card]") ?? card.current;
      if (button === undefined || place?.contains(document.activeElement) !== true) return;
      event.preventDefault();
      place.querySelector<HTMLButtonElement>(button)?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [preferences, card]);
}
