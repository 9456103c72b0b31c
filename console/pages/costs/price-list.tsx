import { useSignal } from "@preact/signals";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { costsWords } from "../../words/costs.ts";
import { type EditedPrice, PriceForm } from "./price-form.tsx";

type Price = Answer<"get", "/api/cost/prices">["prices"][number];

/** The known prices, and the models that were used without one. */
export function PriceList({ unpriced }: { unpriced: readonly string[] }) {
  const { api, notices } = useConsole();
  const say = useWords(costsWords);
  const report = useReport();
  const prices = useData(async () => (await api.get("/api/cost/prices")).prices, []);
  const editing = useSignal<EditedPrice | undefined>(undefined);
  const remove = async (model: string) => {
    try {
      await api.send("DELETE", "/api/cost/prices/{model}", { params: { model } });
      notices.show("done", say("priceRemoved", { model }));
    } catch (error) {
      report(error);
    }
    await prices.reload();
  };
  const edit = (price: EditedPrice) => {
    editing.value = price;
  };
  return (
    <section class="stack" aria-label={say("prices")}>
      <div class="line wrap">
        <h2>{say("prices")}</h2>
        <Button small icon="plus" onClick={() => edit({})}>
          {say("setPrice")}
        </Button>
      </div>
      <p class="soft small">{say("pricesLead")}</p>
      <LoadedView data={prices}>
        {(list) => {
          const without = unpriced.filter((model) => list.every((price) => price.model !== model));
          return list.length + without.length === 0 ? (
            <p class="soft">{say("noPrices")}</p>
          ) : (
            <ul class="rows">
              {without.map((model) => (
                <li key={model} class="row">
                  <div class="row-text">
                    <p class="row-title">{model}</p>
                    <p class="soft small">{say("noPrice")}</p>
                  </div>
                  <span class="row-side">
                    <Button small label={`${say("setPrice")}: ${model}`} onClick={() => edit({ model })}>
                      {say("setPrice")}
                    </Button>
                  </span>
                </li>
              ))}
              {list.map((price) => (
                <li key={price.model}>
                  <PriceRow
                    price={price}
                    onEdit={() => edit(price)}
                    onRemove={() => void remove(price.model)}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </LoadedView>
      {editing.value === undefined ? null : (
        <PriceForm
          price={editing.value}
          onClose={() => {
            editing.value = undefined;
          }}
          onSet={() => void prices.reload()}
        />
      )}
    </section>
  );
}

interface PriceRowProps {
  readonly price: Price;
  onEdit(): void;
  onRemove(): void;
}

function PriceRow({ price, onEdit, onRemove }: PriceRowProps) {
  const say = useWords(costsWords);
  const format = useFormat();
  const { model, input, output, cached = input, asOf } = price;
  const usd = (amount: number) => format.money(amount * 1_000_000);
  return (
    <div class="row">
      <div class="row-text">
        <p class="row-title">{model}</p>
        <p class="soft small">
          {say("priceLine", { input: usd(input), output: usd(output), cached: usd(cached) })}
        </p>
        <p class="faint tiny">{say("asOf", { day: format.day(asOf) })}</p>
      </div>
      <span class="row-side">
        <Button small kind="quiet" icon="edit" label={say("changePrice", { model })} onClick={onEdit} />
        <Button small kind="quiet" icon="trash" label={say("removePrice", { model })} onClick={onRemove} />
      </span>
    </div>
  );
}
