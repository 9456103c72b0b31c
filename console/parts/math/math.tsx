import "temml/dist/Temml-Local.css";
import { useLayoutEffect, useRef } from "preact/hooks";
import temml from "temml";

interface MathProps {
  readonly text: string;
  /** Whether it is on a separate line. */
  readonly display: boolean;
}

const MOST_TEXT = 4_000;
/** Macros may call one another, and rules may be as large as the page. */
const LIMITS = { maxExpand: 500, maxSize: [20, 500] as [number, number], trust: false, strict: false };

/** A formula in TeX. If it cannot be parsed, the source is shown. */
export function MathView({ text, display }: MathProps) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (current === null) return;
    try {
      if (text.length > MOST_TEXT) throw new Error("too long");
      temml.render(text, current, { ...LIMITS, displayMode: display, throwOnError: true });
    } catch {
      const code = document.createElement("code");
      code.textContent = text;
      current.replaceChildren(code);
    }
  }, [text, display]);
  return <span class={display ? "math display" : "math"} ref={place} />;
}
