import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { QueryOf } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { SearchBox } from "../../parts/search-box.tsx";
import { runsWords } from "../../words/runs.ts";

const STATUSES = ["open", "parked", "done", "failed", "cancelled", "interrupted"] as const;
const PERIODS = { today: 0, days7: 6, days30: 29 } as const;
const PERIOD_NAMES = Object.keys(PERIODS) as (keyof typeof PERIODS)[]; // its own keys
const FILTERS = ["text", "status", "tool", "model", "user", "since", "day"] as const;
const TYPING_MS = 250;
const DAY_MS = 86_400_000;

/** The filters in the address. */
export function useRunFilter(): QueryOf<"get", "/api/runs"> & { readonly any: boolean } {
  const { query } = useConsole().route.place.value;
  const get = (name: (typeof FILTERS)[number]) => query.get(name) ?? undefined;
  const status = STATUSES.find((one) => one === get("status"));
  const since = Object.entries(PERIODS).find(([name]) => name === get("since"))?.[1];
  const day = Date.parse(`${get("day") ?? ""}T00:00:00Z`);
  const midnight = new Date().setHours(0, 0, 0, 0);
  return {
    any: FILTERS.some((name) => query.has(name)),
    text: get("text"),
    status,
    tool: get("tool"),
    model: get("model"),
    user: get("user"),
    from: Number.isNaN(day) ? (since === undefined ? undefined : midnight - since * DAY_MS) : day,
    to: Number.isNaN(day) ? undefined : day + DAY_MS,
  };
}

/** The filters of the run list. They are stored in the address. */
export function RunFilters() {
  const { api, route } = useConsole();
  const say = useWords(runsWords);
  const seesAll = useMay("approver");
  const tools = useData(() => api.get("/api/tools", { query: { limit: 200 } }), [api]);
  const { query } = route.place.value;
  const text = useSignal(query.get("text") ?? "");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (route.place.peek().page === "runs" && text.value !== (query.get("text") ?? ""))
        route.ask("text", text.value);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text.value]);
  const chosen = (name: string) => query.get(name) ?? "";
  const isAny = FILTERS.some((name) => query.has(name));
  return (
    <div class="run-filters">
      <SearchBox
        label={say("search")}
        value={text.value}
        onInput={(next) => {
          text.value = next;
        }}
      />
      <select
        class="input narrow"
        aria-label={say("status")}
        value={chosen("status")}
        onChange={(event) => route.ask("status", event.currentTarget.value)}
      >
        <option value="">{say("anyStatus")}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {say(status)}
          </option>
        ))}
      </select>
      <select
        class="input narrow"
        aria-label={say("since")}
        value={chosen("since")}
        onChange={(event) => route.ask("since", event.currentTarget.value)}
      >
        <option value="">{say("anyTime")}</option>
        {PERIOD_NAMES.map((name) => (
          <option key={name} value={name}>
            {say(name)}
          </option>
        ))}
      </select>
      <NameField name="tool" label={say("tool")} names={(tools.value ?? []).map((tool) => tool.name)} />
      <NameField name="model" label={say("modelName")} names={[]} />
      {seesAll ? <NameField name="user" label={say("person")} names={[]} /> : null}
      {isAny ? (
        <Button
          small
          kind="quiet"
          icon="close"
          onClick={() => {
            text.value = "";
            for (const name of FILTERS) route.ask(name, "");
          }}
        >
          {say("clear")}
        </Button>
      ) : null}
    </div>
  );
}

interface NameFieldProps {
  readonly name: "tool" | "model" | "user";
  readonly label: string;
  readonly names: readonly string[];
}

/** A field for one exact name, with suggestions. */
function NameField({ name, label, names }: NameFieldProps) {
  const { route } = useConsole();
  const list = useId();
  return (
    <>
      <input
        class="input narrow"
        aria-label={label}
        placeholder={label}
        list={list}
        value={route.place.value.query.get(name) ?? ""}
        onChange={(event) => route.ask(name, event.currentTarget.value.trim())}
      />
      <datalist id={list}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
