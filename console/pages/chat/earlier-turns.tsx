import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { chatWords } from "../../words/chat.ts";

/** Loads earlier turns when a person scrolls up to it, or presses it. */
export function EarlierTurns({ onLoad }: { onLoad(): Promise<void> }) {
  const say = useWords(chatWords);
  const place = useRef<HTMLDivElement>(null);
  const busy = useSignal(false);
  const load = async () => {
    if (busy.value) return;
    busy.value = true;
    await onLoad();
    busy.value = false;
  };
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    // On a busy machine one callback brings several entries, and only the last one is current.
    const watch = new IntersectionObserver((sightings) => {
      if (sightings.at(-1)?.isIntersecting === true) void load();
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, [onLoad]);
  return (
    <div class="chat-earlier" ref={place}>
      <Button small busy={busy.value} onClick={() => void load()}>
        {say("earlier")}
      </Button>
    </div>
  );
}
