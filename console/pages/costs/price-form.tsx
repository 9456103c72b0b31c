import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { costsWords } from "../../words/costs.ts";
import { NumberField, readNumber } from "./number-field.tsx";

/** The known values of a price being edited. */
export interface EditedPrice {
  readonly model?: string;
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number | undefined;
}

interface PriceFormProps {
  readonly price: EditedPrice;
  onSet(): void;
  onClose(): void;
}

const EXAMPLE = "openai:gpt-5";

/** Sets the price of a model. */
export function PriceForm({ price, onSet, onClose }: PriceFormProps) {
  const { api, notices } = useConsole();
  const say = useWords(costsWords);
  const field = useId();
  const model = useSignal(price.model ?? "");
  const input = useSignal(textOf(price.input));
  const output = useSignal(textOf(price.output));
  const cached = useSignal(textOf(price.cached));
  const [paid, written, kept] = [input, output, cached].map(({ value }) => readNumber(value));
  const send = async () => {
    if (typeof paid !== "number" || typeof written !== "number") return;
    const body = { input: paid, output: written, ...(typeof kept === "number" ? { cached: kept } : {}) };
    await api.send("PUT", "/api/cost/prices/{model}", { params: { model: model.value.trim() }, body });
    notices.show("done", say("priceSet"));
  };
  return (
    <FormDialog
      title={say("setPrice")}
      action={say("setPrice")}
      complete={
        model.value.trim() !== "" &&
        typeof paid === "number" &&
        typeof written === "number" &&
        kept !== "wrong"
      }
      send={send}
      onClose={onClose}
      onSent={onSet}
    >
      <div class="field">
        <label for={field}>{say("modelName")}</label>
        <input
          id={field}
          class="input mono"
          autocomplete="off"
          spellcheck={false}
          placeholder={EXAMPLE}
          readOnly={price.model !== undefined}
          value={model.value}
          onInput={(event) => {
            model.value = event.currentTarget.value;
          }}
        />
      </div>
      <p class="soft small">{say("pricesLead")}</p>
      <NumberField label={say("input")} value={input} />
      <NumberField label={say("output")} value={output} />
      <NumberField label={say("cachedInput")} value={cached} />
    </FormDialog>
  );
}

function textOf(amount: number | undefined): string {
  return amount === undefined ? "" : String(amount);
}
