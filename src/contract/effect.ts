import { z } from "zod";

/** What a call can do to the world outside it. The names appear in rules, reasons and approvals. */
export const EFFECT_KINDS = [
  "file.read",
  "file.write",
  "file.delete",
  "host.read",
  "host.send",
  "command.run",
  "env.read",
  "env.write",
  "message.send",
  "money.spend",
  "db.read",
  "db.insert",
  "db.update",
  "db.delete",
  "db.schema",
  "db.call",
] as const;

/**
 * One thing that a call would touch, computed from its input before it runs. `target` is a path, a URL, a command line, the
 * name of a variable, a recipient or a table such as `shop.orders`. It is brought to its canonical spelling before any rule
 * sees it.
 */
export const effectSchema = z.object({
  kind: z.enum(EFFECT_KINDS),
  target: z.string(),
  /** Set if parts of the target are unknown before the call runs. No allow pattern can then match it. */
  opaque: z.boolean().optional(),
  /** The real file of the command's program, if its path is a link. Rules that deny or ask apply to both names. */
  program: z.string().optional(),
  /**
   * Set for a command line found inside a word of another command, such as a commit message. It does not necessarily run:
   * rules check it, and people see it as a part of the other command.
   */
  inWord: z.boolean().optional(),
  /**
   * Set if a person accepted the effect beforehand, with the contract of a skill. The target then covers everything inside
   * it: a folder with its files, a host with its pages. The defaults do not object, but a rule that forbids any part of it
   * still applies.
   */
  accepted: z.boolean().optional(),
  /**
   * Set if the host belongs to a server that the user added; `vouched` if the user also said that it passes nothing on. By
   * default, the verdict then depends on the tool's risk alone, and grants match by the input. A rule that forbids the host
   * still applies.
   */
  server: z.enum(["added", "vouched"]).optional(),
  /**
   * Set for a folder that a sandboxed program sees. Paths inside it that rules withhold are masked, so only a rule that covers
   * the folder itself applies. Without one, the folder is allowed.
   */
  mounted: z.boolean().optional(),
  /** Set for the price of the tool in the config. It says nothing about what the call does, so that is judged as without it. */
  priced: z.boolean().optional(),
});

export type EffectKind = (typeof EFFECT_KINDS)[number];
export type Effect = z.infer<typeof effectSchema>;

/** The effects to judge one by one. `undefined` means every effect that a call without declared effects may have. */
export function judgedEffects(effects: readonly Effect[]): readonly (Effect | undefined)[] {
  return effects.every(({ priced }) => priced === true) ? [undefined, ...effects] : effects;
}
