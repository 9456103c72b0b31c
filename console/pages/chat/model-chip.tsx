import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useWords } from "../../core/words.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LazyConnectModel } from "../../parts/model/lazy-connect-model.tsx";
import { modelChipWords } from "../../words/model-chip.ts";

/** The model in use, beside the message. An admin can change it there. */
export function ModelChip() {
  const { model } = useConsole();
  const say = useWords(modelChipWords);
  const mayChange = useMay("admin");
  const open = useSignal(false);
  const now = model.now.value;
  if (now === undefined) return null;
  const name = now.offline ? say("noModel") : now.id;
  const close = () => {
    open.value = false;
  };
  if (!mayChange) return <span class="model-chip">{name}</span>;
  return (
    <>
      <button
        type="button"
        class="model-chip"
        title={say("chip", { model: now.id })}
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name={now.missing === undefined ? "spark" : "warning"} />
        {name}
      </button>
      {open.value ? (
        <Dialog title={say("title")} onClose={close}>
          <p class="soft small">{say("lead")}</p>
          <LazyConnectModel onConnected={close} />
        </Dialog>
      ) : null}
    </>
  );
}
