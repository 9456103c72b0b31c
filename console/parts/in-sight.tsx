import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Content that scrolls into view when it appears. */
export function InSight({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  return <div ref={place}>{children}</div>;
}
