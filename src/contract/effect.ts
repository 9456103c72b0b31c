import { z } from "zod";

/** What a call can do to the world outside of it. The names appear in rules, reasons and approvals. */
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
 * One thing a call would touch, computed from its input before it runs. `target` is a path, a URL, a command line, a
 * variable's name, a recipient or a table such as `shop.orders`; it is given its one canonical spelling before any rule sees it.
 */
export const effectSchema = z.object({
  kind: z.enum(EFFECT_KINDS),
  target: z.string(),
  /** Set when parts of the target cannot be known before it runs: no pattern can then vouch for it. */
  opaque: z.boolean().optional(),
  /** The file that the program of a command is, where its path is a link: rules that forbid or ask mean either name. */
  program: z.string().optional(),
  /**
   * Set for a command line that stands in a word of another command, as a message may. Nothing says that it runs: rules look
   * at it, and people see it as a part of the other command.
   */
  inWord: z.boolean().optional(),
  /**
   * Set when a person accepted it beforehand, with the contract of a skill. The target then stands for all it holds, a folder
   * with its files or a host with its pages; the defaults have no objection, a rule that forbids any part of it holds.
   */
  accepted: z.boolean().optional(),
  /**
   * Set when the host is that of a server which the user added, `vouched` when they also said that it sends nothing on. The risk
   * of the tool alone then decides by default, and grants go by the input; a rule that forbids the host holds.
   */
  server: z.enum(["added", "vouched"]).optional(),
  /**
   * Set for a folder that a contained program sees. What rules withhold inside of it is masked, so only a rule that covers the
   * folder itself speaks of it, and silence is no objection.
   */
  mounted: z.boolean().optional(),
});

export type EffectKind = (typeof EFFECT_KINDS)[number];
export type Effect = z.infer<typeof effectSchema>;
