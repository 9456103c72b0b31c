import type { ComponentChildren } from "preact";

/** The head of a page: its title, one line about it, its actions. */
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
