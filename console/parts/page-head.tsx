import type { ComponentChildren } from "preact";

/** The head of a page: what it is, one line about it, what can be done. */
export function PageHead({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="page-head">
      <div class="grow">
        <h1>{title}</h1>
        {lead === undefined ? null : <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
