import type { ComponentChildren } from "preact";
import { type Role, useMay } from "../core/me.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";
import { Icon } from "./icon.tsx";

interface NeedsRoleProps {
  readonly needed: Role;
  readonly children: ComponentChildren;
}

/** Shows content for a role, and to others which role it needs. */
export function NeedsRole({ needed, children }: NeedsRoleProps): ComponentChildren {
  const say = useWords(shellWords);
  if (useMay(needed)) return children;
  return (
    <p class="line faint small">
      <Icon name="key" />
      {say("needsRole", { role: say(needed) })}
    </p>
  );
}
