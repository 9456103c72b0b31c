import type { Grant, GrantStatus } from "../../../src/contract/grant.ts";
import { asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { approvalsWords } from "../../words/approvals.ts";

const TONES: Readonly<Record<GrantStatus, Tone>> = {
  active: "good",
  used: "plain",
  revoked: "bad",
  expired: "plain",
};

/** The agreements that cover more than one call; each can be taken back. */
export function GrantList() {
  const { api, notices } = useConsole();
  const say = useWords(approvalsWords);
  const list = useData(() => api.get<Grant[]>("/api/grants", { limit: 100 }), [api]);
  const revoke = async (id: string) => {
    try {
      await api.send("DELETE", `/api/grants/${encodeURIComponent(id)}`);
      notices.show("done", say("revokedNotice"));
    } catch (error) {
      notices.show("failed", asProblem(error).message);
    }
    await list.reload();
  };
  return (
    <LoadedView data={list}>
      {(grants) =>
        grants.length === 0 ? (
          <EmptyState icon="key" title={say("grantsEmpty")}>
            <p>{say("grantsEmptyBody")}</p>
          </EmptyState>
        ) : (
          <ul class="rows">
            {grants.map((grant) => (
              <li key={grant.id}>
                <GrantRow grant={grant} onRevoke={() => void revoke(grant.id)} />
              </li>
            ))}
          </ul>
        )
      }
    </LoadedView>
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
