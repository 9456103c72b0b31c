import { useSignal } from "@preact/signals";
import type { Answer, ItemOf } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useNameOf } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { usePages } from "../../core/use-pages.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Time } from "../../parts/time.tsx";
import { teamWords } from "../../words/team.ts";
import { TeamVersionView } from "./team-version.tsx";

type Document = Answer<"get", "/api/config/team">["documents"][number];

const PAGE = 10;

/** The changes of what the team shares, with buttons to go back. Empty without a team. */
export function TeamHistory() {
  const { api } = useConsole();
  const say = useWords(teamWords);
  const team = useData(() => api.get("/api/config/team"), [api]);
  const chosen = useSignal<Document>("config");
  const documents = team.value?.documents ?? [];
  if (documents.length === 0) return null;
  return (
    <section class="stack" aria-label={say("title")}>
      <h2>{say("title")}</h2>
      <p class="soft small">{say("lead")}</p>
      {documents.length === 1 ? null : (
        <Segments
          label={say("what")}
          value={chosen.value}
          options={documents.map((value) => ({ value, label: say(value) }))}
          onChange={(next) => {
            chosen.value = next;
          }}
        />
      )}
      <Versions key={chosen.value} of={chosen.value} />
    </section>
  );
}

function Versions({ of }: { of: Document }) {
  const say = useWords(teamWords);
  const list = usePages("/api/config/team/versions", PAGE, { of });
  const shown = useSignal<number | undefined>(undefined);
  const latest = list.items?.[0]?.number;
  return (
    <>
      <RowList
        list={list}
        keyOf={({ number }) => String(number)}
        empty={<p class="soft small">{say("empty")}</p>}
      >
        {(version) => (
          <VersionRow
            version={version}
            isLatest={version.number === latest}
            onShow={() => {
              shown.value = version.number;
            }}
          />
        )}
      </RowList>
      {shown.value === undefined ? null : (
        <TeamVersionView
          of={of}
          number={shown.value}
          onRestored={() => void list.reload()}
          onClose={() => {
            shown.value = undefined;
          }}
        />
      )}
    </>
  );
}

interface VersionRowProps {
  readonly version: ItemOf<"/api/config/team/versions">;
  readonly isLatest: boolean;
  onShow(): void;
}

function VersionRow({ version: { number, at, by, change }, isLatest, onShow }: VersionRowProps) {
  const say = useWords(teamWords);
  const nameOf = useNameOf();
  return (
    <button type="button" class="row" onClick={onShow}>
      <div class="row-text">
        <p class="row-title">
          {say("version", { number })}
          {isLatest ? <Badge tone="good">{say("latest")}</Badge> : null}
        </p>
        <p class="row-note clamp">{change}</p>
        <p class="faint tiny">{say("by", { who: nameOf(by) })}</p>
      </div>
      <span class="row-side">
        <Time at={at} />
      </span>
    </button>
  );
}
