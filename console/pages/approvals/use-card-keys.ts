import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { isTyping } from "../../shell/use-keys.ts";

/** `j` and `k` move between cards. */
export function useCardKeys(): void {
  const { preferences } = useConsole();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || !preferences.shortcuts.value || isTyping(target)) return;
      const cards = [...document.querySelectorAll<HTMLElement>("[data-card]")];
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      if (key !== "j" && key !== "k") return;
      const next = key === "j" ? Math.min(at + 1, cards.length - 1) : Math.max(at - 1, 0);
      cards[next]?.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [preferences]);
}
