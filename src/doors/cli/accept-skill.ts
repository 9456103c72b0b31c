import type { SkillPreview } from "../../runtime.ts";
import type { CommandContext } from "./command.ts";
import { showPreview } from "./show-preview.ts";
import { confirm } from "./terminal/confirm.ts";

/** How a skill is accepted: `--yes` agrees beforehand, a terminal asks, and without either nobody has agreed. */
export function acceptance(
  context: CommandContext,
  yes: boolean,
): { accept?: (preview: SkillPreview) => Promise<boolean> } {
  const { interactive, output } = context;
  if (yes) return { accept: async () => true };
  if (!interactive) return {};
  return {
    async accept(preview) {
      const question = `Accept ${preview.manifest.name} as it is now?`;
      return confirm(context, question, showPreview(preview, output));
    },
  };
}
