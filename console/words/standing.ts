import type { Messages } from "../core/words.ts";

/** Texts of the verdicts for a tool's calls. */
export const standingWords = {
  allow: { en: "Allowed", zh: "允许" },
  ask: { en: "Asked", zh: "询问" },
  deny: { en: "Off", zh: "关闭" },
} satisfies Messages;
