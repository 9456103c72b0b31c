/**
 * What a conversation may do, as its user chose: `read` changes nothing, `ask` asks before every change, `act` follows the
 * rules. A mode can only tighten the rules.
 */
export const PERMISSION_MODES = ["read", "ask", "act"] as const;

export type PermissionMode = (typeof PERMISSION_MODES)[number];
