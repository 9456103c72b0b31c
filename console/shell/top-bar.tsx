import { useConsole } from "../core/console-context.ts";
import { addressOf } from "../core/route.ts";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import { shellWords } from "../words/shell.ts";
import { findPage } from "./pages.ts";

/** The bar that replaces the menu on narrow screens. */
export function TopBar({ onMenu }: { onMenu(): void }) {
  const { route, live } = useConsole();
  const say = useWords(shellWords);
  const page = findPage(route.place.value.page);
  const waiting = live.pending.value;
  return (
    <header class="top">
      <Button kind="quiet" icon="menu" label={say("menu")} onClick={onMenu} />
      <strong>{page === undefined ? "Dejima" : say(page.name)}</strong>
      {waiting === 0 ? null : (
        <a class="side-count" href={addressOf("approvals")} aria-label={say("waiting", { count: waiting })}>
          {waiting}
        </a>
      )}
    </header>
  );
}
