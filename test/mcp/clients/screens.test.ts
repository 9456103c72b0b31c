import { expect, test } from "vitest";
import { hasClients } from "./a-client-door.ts";
import { approveOnScreen, hasTmux, SCREEN_NAMES } from "./a-client-screen.ts";

const isInstalled = hasClients && hasTmux;

/** Codex shows the choices at once; Claude Code has a field and a button. */
const KEYS = { "Claude Code": 2, Codex: 1 };

for (const name of SCREEN_NAMES)
  test.runIf(isInstalled)(
    `${name} (if it can be installed) shows one form with the input in sight, and Enter approves the call`,
    async () => {
      const { asked, keys, told } = await approveOnScreen(name);
      expect(asked).toMatch(/Run make_asked\?\s+Input: \{"length":7\}/);
      expect(keys).toBe(KEYS[name]);
      expect(told).toMatch(/[^z]z{7}[^z]/);
    },
  );
