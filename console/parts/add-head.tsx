import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Button } from "./button.tsx";
import { NeedsRole } from "./needs-role.tsx";
import { PageHead } from "./page-head.tsx";

interface AddHeadProps {
  readonly title: string;
  readonly lead: string;
  /** The label of the button. */
  readonly action: string;
  /** The dialog that the button opens. */
  children(close: () => void): ComponentChildren;
}

/** The head of a page with a button to add something. */
export function AddHead({ title, lead, action, children }: AddHeadProps) {
  const open = useSignal(false);
  return (
    <PageHead title={title} lead={lead}>
      <NeedsRole needed="user">
        <Button
          icon="plus"
          onClick={() => {
            open.value = true;
          }}
        >
          {action}
        </Button>
      </NeedsRole>
      {open.value
        ? children(() => {
            open.value = false;
          })
        : null}
    </PageHead>
  );
}
