import type { SkillPreview } from "../../runtime.ts";
import type { CommandContext } from "./command.ts";
import { showPreview } from "./show-preview.ts";

/** How a skill is accepted: `--yes` agrees beforehand, a terminal asks, and without either nobody has agreed. */
export function acceptance(
  { interactive, output }: CommandContext,
  yes: boolean,
): { accept?: (preview: SkillPreview) => Promise<boolean> } {
  if (yes) return { accept: async () => true };
  if (!interactive) return {};
  return {
    async accept(preview) {
      const { confirm, isCancel } = await import("@clack/prompts");
      output.note(showPreview(preview, output));
      const answer = await confirm({
        message: "Accept this content? It can be used until it changes",
        initialValue: false,
      });
      return !isCancel(answer) && answer;
    },
  };
}
