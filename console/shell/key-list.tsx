import { useWords } from "../core/words.ts";
import { Dialog } from "../parts/dialog.tsx";
import { shellWords } from "../words/shell.ts";
import { PAGES } from "./pages.ts";

/** All keyboard shortcuts. */
export function KeyList({ onClose }: { onClose(): void }) {
  const say = useWords(shellWords);
  const keys: readonly (readonly [string, string])[] = [
    ["Ctrl K", say("keyPalette")],
    ["/", say("keySearch")],
    ["?", say("keyHelp")],
    ["n", say("keyNew")],
    ["Enter", say("keySend")],
    ["Shift Enter", say("keyLine")],
    ["↑", say("keyBack")],
    ["Esc", say("keyStop")],
    ["j k", say("keyMove")],
    ["a d w", say("keyAnswer")],
    ...PAGES.flat().map(({ name, key }) => [`g ${key}`, say("keyGo", { page: say(name) })] as const),
  ];
  return (
    <Dialog title={say("keys")} onClose={onClose}>
      {/* Scrollable content must be reachable by keyboard. */}
      <dl class="facts" tabIndex={0}>
        {keys.map(([key, does]) => (
          <>
            <dt>
              {key.split(" ").map((part) => (
                <>
                  <kbd>{part}</kbd>{" "}
                </>
              ))}
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
