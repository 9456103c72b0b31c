import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { isTyping } from "../../shell/use-keys.ts";

/** `j` and `k` go from card to card; `a` and `d` answer the card that has the focus, and no other. */
export function useCardKeys(): void {
  const { preferences } = useConsole();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || !preferences.shortcuts.value || isTyping(target)) return;
      const cards = [...document.querySelectorAll<HTMLElement>("[data-card]")];
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      if (key === "j" || key === "k") {
        const next = key === "j" ? Math.min(at + 1, cards.length - 1) : Math.max(at - 1, 0);
        cards[next]?.focus();
      } else if ((key === "a" || key === "d") && at !== -1) {
        cards[at]?.querySelector<HTMLButtonElement>(key === "a" ? ".main-action" : ".danger")?.click();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [preferences]);
}
