import { useSignal } from "@preact/signals";
import { useConsole } from "../../../core/console-context.ts";
import { useData } from "../../../core/use-data.ts";
import { useWords } from "../../../core/words.ts";
import { Button } from "../../../parts/button.tsx";
import type { Call } from "../../../parts/call/call.ts";
import { interfaceWords } from "../../../words/interface.ts";

/**
 * Interfaces of calls this recent open by themselves. For earlier calls, whose server may have to be started,
 * the person asks.
 */
const RECENT_MS = 10 * 60_000;

interface CallInterfacesProps {
  readonly calls: readonly Call[];
  compose(text: string): boolean;
}

/** The interfaces that servers show for calls, below them. */
export function CallInterfaces({ calls, compose }: CallInterfacesProps) {
  const { interfaces } = useConsole().preferences;
  if (!interfaces.value) return null;
  const shown = calls.filter((call) => call.interface !== undefined && call.result?.ok === true);
  return (
    <>
      {shown.map((call) => (
        <CallInterface key={call.callId} call={call} compose={compose} />
      ))}
    </>
  );
}

function CallInterface({ call, compose }: { call: Call; compose(text: string): boolean }) {
  const say = useWords(interfaceWords);
  const open = useSignal(Date.now() - Date.parse(call.startedAt) < RECENT_MS);
  return (
    <section class="interface" aria-label={say("interface", { tool: call.tool })}>
      <div class="line">
        <span class="soft small grow">{say("interface", { tool: call.tool })}</span>
        <Button
          small
          kind="quiet"
          expanded={open.value}
          onClick={() => {
            open.value = !open.value;
          }}
        >
          {say(open.value ? "hide" : "show")}
        </Button>
      </div>
      {open.value ? <LazyFrame call={call} compose={compose} /> : null}
    </section>
  );
}

/** The frame, loaded with the first interface. */
function LazyFrame(props: { call: Call; compose(text: string): boolean }) {
  const { value: Frame } = useData(async () => (await import("./interface-view.tsx")).InterfaceView, []);
  return Frame === undefined ? null : <Frame {...props} />;
}
