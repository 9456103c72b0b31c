import type { ComponentChildren } from "preact";
import { useFlag } from "../core/use-flag.ts";
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
  const open = useFlag();
  return (
    <PageHead title={title} lead={lead}>
      <NeedsRole needed="user">
        <Button icon="plus" onClick={open.turnOn}>
          {action}
        </Button>
      </NeedsRole>
      {open.on ? children(open.turnOff) : null}
    </PageHead>
  );
}
