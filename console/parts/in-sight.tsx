import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** What appears while a person looks elsewhere: it is scrolled into sight when it does. */
export function InSight({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  return <div ref={place}>{children}</div>;
}
