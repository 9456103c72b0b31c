import type { SessionModeState } from "@agentclientprotocol/sdk";
import { PERMISSION_MODES, type PermissionMode } from "../../contract/asking/permission-mode.ts";
import { DejimaError } from "../../contract/error.ts";

const MODE_LABELS: Readonly<Record<PermissionMode, { readonly name: string; readonly description: string }>> =
  {
    read: { name: "Read", description: "Reads and answers. Changes, runs and sends nothing" },
    ask: { name: "Ask", description: "Asks before every change, also where your rules allow it" },
    act: {
      name: "Act",
      description: "Works by your rules: what they allow runs, the rest is asked about or off",
    },
  };

/** The modes of a session, as an editor lists them. */
export function modeState(current: PermissionMode): SessionModeState {
  return {
    currentModeId: current,
    availableModes: PERMISSION_MODES.map((id) => ({ id, ...MODE_LABELS[id] })),
  };
}

/** Parses the id of a mode. */
export function readMode(id: string): PermissionMode {
  const mode = PERMISSION_MODES.find((one) => one === id);
  if (mode !== undefined) return mode;
  throw new DejimaError(
    "invalid_input",
    `Cannot use the mode "${id.slice(0, 50)}": there are ${PERMISSION_MODES.join(", ")}`,
  );
}
