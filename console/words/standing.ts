import type { Messages } from "../core/words.ts";

/** How the calls of a tool stand with the policy. */
export const standingWords = {
  allow: { en: "Allowed", zh: "允许" },
  ask: { en: "Asked", zh: "询问" },
  deny: { en: "Off", zh: "关闭" },
} satisfies Messages;
