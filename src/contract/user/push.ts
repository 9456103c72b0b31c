import { z } from "zod";

/** Base64url bytes of a fixed length, as browsers encode them in a subscription. */
const bytes = (length: number, what: string) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+={0,2}$/, `must be ${what} in Base64url`)
    .refine((text) => Buffer.from(text, "base64url").length === length, `must be ${what}`);

/** Where a browser receives push messages while its page is closed, as `PushSubscription.toJSON()` returns it. */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .describe("The address of the browser's push service"),
  keys: z.object({
    p256dh: bytes(65, "a point of the curve P-256").describe("The browser's public key"),
    auth: bytes(16, "16 bytes").describe("A secret that the browser and this server share"),
  }),
  language: z.enum(["en", "zh"]).default("en").describe("The language of messages"),
});

export type PushSubscription = z.output<typeof pushSubscriptionSchema>;

/** A subscribed browser, as its user sees it. */
export const pushTargetSchema = z.object({
  id: z.string(),
  /** The host of the push service, which reveals the browser's vendor. */
  service: z.string(),
  at: z.int(),
});

export type PushTarget = z.output<typeof pushTargetSchema>;

/** The result of a message to the browsers of a person. */
export interface PushResult {
  readonly sent: number;
  /** Browsers whose subscription has ended. */
  readonly removed: number;
  /** Why other browsers were not reached. */
  readonly problems: readonly string[];
}
