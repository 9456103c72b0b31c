import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Switch } from "../../parts/switch.tsx";
import { mcpWords } from "../../words/mcp.ts";
import type { Server } from "./server.ts";

/** Turns a server on or off, and removes it. */
export function ServerSwitch({ server, onChange }: { server: Server; onChange(): void }) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(mcpWords);
  const busy = useSignal(false);
  const removing = useFlag();
  const { name } = server;
  const params = { name };
  const attempt = async (work: () => Promise<unknown>) => {
    busy.value = true;
    try {
      await work();
    } catch (error) {
      report(error);
    }
    busy.value = false;
    removing.turnOff();
    onChange();
  };
  return (
    <span class="line server-switch">
      <Switch
        label={say("turnOn", { name })}
        on={server.state !== "off"}
        disabled={busy.value}
        onChange={(enabled) =>
          void attempt(() => api.send("PATCH", "/api/mcp/{name}", { params, body: { enabled } }))
        }
      />
      <Button small kind="quiet" icon="trash" label={say("remove")} onClick={removing.turnOn} />
      {removing.on ? (
        <Confirm
          danger
          title={say("removeTitle", { name })}
          action={say("remove")}
          busy={busy.value}
          onClose={removing.turnOff}
          onConfirm={() =>
            void attempt(async () => {
              await api.send("DELETE", "/api/mcp/{name}", { params });
              notices.show("done", say("removedNotice", { name }));
            })
          }
        >
          <p>{say("removeBody")}</p>
        </Confirm>
      ) : null}
    </span>
  );
}
