/**
 * How far a conversation may go, as its person chose: `read` changes nothing, `ask` asks before every change, `act` works by the
 * rules. A mode only ever tightens the rules.
 */
export const PERMISSION_MODES = ["read", "ask", "act"] as const;

export type PermissionMode = (typeof PERMISSION_MODES)[number];
