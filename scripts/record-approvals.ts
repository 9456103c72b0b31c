// Runs other MCP clients in a real terminal, and draws how each asks its user about a call.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasClients } from "../test/mcp/clients/a-client-door.ts";
import { approveOnScreen, SCREEN_NAMES } from "../test/mcp/clients/a-client-screen.ts";
import { drawTerminal } from "./draw-terminal.ts";

if (!hasClients) throw new Error("The clients are not installed: `npm test` installs them");
for (const name of SCREEN_NAMES) {
  const { asked } = await approveOnScreen(name);
  const lines = asked
    .trimEnd()
    .replaceAll(/\/tmp\/dejima-clients-\w+/g, "~/project")
    .replaceAll(/\n(?: *\n){2,}/g, "\n\n")
    .split("\n");
  const from = Math.max(
    0,
    lines.findLastIndex((line) => /^[❯›] go$/.test(line)),
  );
  const file = `approval-${name.toLowerCase().replaceAll(" ", "-")}.svg`;
  writeFileSync(
    join(import.meta.dirname, "../docs", file),
    drawTerminal(
      `Dejima asks about a call in ${name}`,
      lines.slice(from).map((text) => ({ text, command: /Yes, this once/.test(text) })),
    ),
  );
  console.log(`docs/${file}`);
}
