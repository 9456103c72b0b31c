import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { chatWords } from "../../words/chat.ts";
import type { Turn } from "./turn.ts";
import { type TurnActions, TurnView } from "./turn-view.tsx";

interface TranscriptProps {
  readonly turns: readonly Turn[];
  /** The run of the turn to scroll to. */
  readonly wanted: string | undefined;
  /** The actions of a turn. */
  readonly actions: TurnActions;
  /** The content below the turns. */
  readonly children?: ComponentChildren;
  /** Loads the earlier turns. `undefined` if there are none. */
  readonly onEarlier: (() => Promise<void>) | undefined;
}

const NEAR_END_PX = 120;
const QUESTION_GAP_PX = 8;

/** The messages so far. It follows the newest until the person scrolls away. */
export function Transcript({ turns, wanted, actions, children, onEarlier }: TranscriptProps) {
  const say = useWords(chatWords);
  const flow = useRef<HTMLDivElement>(null);
  const following = useSignal(true);
  const fromEnd = useRef(0);
  const lastTop = useRef(0);
  useWantedTurn({ runId: wanted, turns, flow, following, onEarlier });
  const toEnd = () => {
    const { current } = flow;
    if (current === null) return;
    // A question that is taller than the window is shown from its top, unless the person has scrolled further.
    const lastTurn = [...current.querySelectorAll(".turn")].at(-1);
    const asked = lastTurn?.querySelector(".call.waiting, .approval") ?? undefined;
    const above = asked === undefined ? current.scrollHeight : distance(current, asked) - QUESTION_GAP_PX;
    if (above > 0) current.scrollBy({ top: above });
    // A person who scrolls up before the browser reports this scroll has scrolled away from here.
    lastTop.current = current.scrollTop;
  };
  useEffect(() => {
    if (following.value) toEnd();
  }, [turns, following.value]);
  useLayoutEffect(() => {
    // The visible turns stay in place when earlier ones are inserted above.
    const { current } = flow;
    if (current !== null && !following.peek()) current.scrollTop = current.scrollHeight - fromEnd.current;
  }, [turns[0]?.key]);
  useEffect(() => {
    // Cards that open and questions that arrive make the page longer after their event.
    const inner = flow.current?.firstElementChild;
    if (inner === null || inner === undefined) return undefined;
    const watch = new ResizeObserver(() => {
      if (following.peek()) toEnd();
    });
    watch.observe(inner);
    return () => watch.disconnect();
  }, [following]);
  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = flow.current ?? document.body;
    fromEnd.current = scrollHeight - scrollTop;
    // Growing content moves the end away; only a person who scrolls up wants to stay.
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) following.value = true;
    else if (scrollTop < lastTop.current) following.value = false;
    lastTop.current = scrollTop;
  };
  const busy = turns.at(-1)?.status === "open";
  return (
    <div
      class="chat-flow"
      ref={flow}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={say("log")}
      aria-busy={busy}
    >
      <div class="chat-turns">
        {onEarlier === undefined ? null : <EarlierTurns onLoad={onEarlier} />}
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} actions={actions} />
        ))}
        {children}
      </div>
      {following.value ? null : (
        <div class="chat-jump">
          <Button
            small
            icon="down"
            onClick={() => {
              following.value = true;
              toEnd();
            }}
          >
            {say("jump")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The distance of an element from the top of the scrolling area. */
function distance(flow: Element, element: Element): number {
  return element.getBoundingClientRect().top - flow.getBoundingClientRect().top;
}

interface WantedTurn {
  /** The run in the address, if any. */
  readonly runId: string | undefined;
  readonly turns: readonly Turn[];
  readonly flow: RefObject<HTMLElement | null>;
  readonly following: Signal<boolean>;
  readonly onEarlier: (() => Promise<void>) | undefined;
}

/** Scrolls to the turn that a link names, once. Loads earlier turns until it is found. */
function useWantedTurn({ runId, turns, flow, following, onEarlier }: WantedTurn): void {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (runId === undefined || shown.current === runId) return;
    if (!turns.some((turn) => turn.runId === runId)) {
      void onEarlier?.();
      return;
    }
    shown.current = runId;
    // The last turn is followed anyway.
    if (turns.at(-1)?.runId === runId) return;
    following.value = false;
    const turn = flow.current?.querySelector<HTMLElement>(`[data-run="${CSS.escape(runId)}"]`);
    turn?.scrollIntoView({ block: "start" });
    turn?.classList.add("wanted");
  }, [runId, turns]);
}

/** Loads earlier turns when a person scrolls up to it, or presses it. */
function EarlierTurns({ onLoad }: { onLoad(): Promise<void> }) {
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
