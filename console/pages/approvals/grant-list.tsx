import type { Grant, GrantStatus } from "../../../src/contract/asking/grant.ts";
import { useConsole } from "../../core/console-context.ts";
import { useFormat } from "../../core/use-format.ts";
import { usePages } from "../../core/use-pages.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { RowList } from "../../parts/row-list.tsx";
import { approvalsWords } from "../../words/approvals.ts";

const TONES: Readonly<Record<GrantStatus, Tone>> = {
  active: "good",
  used: "plain",
  revoked: "bad",
  expired: "plain",
};

/** Approvals that cover more than one call. Each can be revoked. */
export function GrantList() {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(approvalsWords);
  const list = usePages("/api/grants", 50);
  const revoke = async (id: string) => {
    try {
      await api.send("DELETE", "/api/grants/{id}", { params: { id } });
      notices.show("done", say("revokedNotice"));
    } catch (error) {
      report(error);
    }
    await list.reload();
  };
  return (
    <RowList
      list={list}
      keyOf={({ id }) => id}
      empty={
        <EmptyState icon="key" title={say("grantsEmpty")}>
          <p>{say("grantsEmptyBody")}</p>
        </EmptyState>
      }
    >
      {(grant) => <GrantRow grant={grant} onRevoke={() => void revoke(grant.id)} />}
    </RowList>
  );
}

function GrantRow({ grant, onRevoke }: { grant: Grant; onRevoke(): void }) {
  const say = useWords(approvalsWords);
  const format = useFormat();
  const { terms, status, uses, by } = grant;
  const limits = [
    say("uses", { uses, most: terms.maxUses }),
    terms.runId === undefined ? say("until", { when: format.dateTime(terms.expiresAt) }) : say("inRun"),
    say("given", { who: by }),
  ];
  return (
    <div class="row">
      <div class="row-text">
        <p class="row-title">
          <code>{terms.tool}</code>
          <Badge tone={TONES[status]}>{say(status)}</Badge>
        </p>
        {terms.allows.map(({ kind, match, value }) => (
          <p key={`${kind}${value}`} class="row-note mono">
            {kind} {value}
            {match === "under" ? "/**" : ""}
          </p>
        ))}
        <p class="faint tiny">{limits.join(" · ")}</p>
      </div>
      {status === "active" ? (
        <Button small kind="danger" onClick={onRevoke}>
          {say("revoke")}
        </Button>
      ) : null}
    </div>
  );
}
