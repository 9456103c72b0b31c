import { useSignal } from "@preact/signals";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Button } from "../button.tsx";
import type { Call } from "./call.ts";
import { canUndo, writtenFile } from "./call-phase.ts";

/** The actions of a call without opening it: view the file it wrote, and undo. */
export function CallActions({ call, onUndo }: { call: Call; onUndo(callId: string): Promise<void> }) {
  const say = useWords(callWords);
  const report = useReport();
  const may = useMay("user");
  const busy = useSignal(false);
  const open = useFlag();
  const path = writtenFile(call);
  if (!may || (path === undefined && !canUndo(call))) return null;
  const undo = async () => {
    busy.value = true;
    await onUndo(call.callId).catch((error) => report(error));
    busy.value = false;
  };
  return (
    <span class="call-actions">
      {path === undefined ? null : (
        <Button small kind="quiet" icon="file" label={say("openFile", { path })} onClick={open.turnOn} />
      )}
      {canUndo(call) ? (
        <Button
          small
          kind="quiet"
          icon="undo"
          label={say("undo")}
          busy={busy.value}
          onClick={() => void undo()}
        />
      ) : null}
      {open.on && path !== undefined ? <LazyFile path={path} onClose={open.turnOff} /> : null}
    </span>
  );
}

/** The dialog with the file, loaded when one is opened. */
function LazyFile(props: { path: string; onClose(): void }) {
  const { value: FileDialog } = useData(async () => (await import("../file/file-dialog.tsx")).FileDialog, []);
  return FileDialog === undefined ? null : <FileDialog {...props} />;
}
