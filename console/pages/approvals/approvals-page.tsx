import { useChoice } from "../../core/use-choice.ts";
import { useWords } from "../../core/words.ts";
import { NeedsRole } from "../../parts/needs-role.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { approvalsWords } from "../../words/approvals.ts";
import { GrantList } from "./grant-list.tsx";
import { MarkList } from "./mark-list.tsx";
import { PastApprovals } from "./past-approvals.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";
import { SetApartList } from "./set-apart-list.tsx";

const VIEWS = ["pending", "past", "grants", "set-apart", "marks"] as const;

/** The inbox: open questions, past answers, grants, files set apart, and marks. */
export function ApprovalsPage() {
  const say = useWords(approvalsWords);
  const [view, show] = useChoice("view", VIEWS);
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <Segments
          label={say("show")}
          value={view}
          options={VIEWS.map((value) => ({ value, label: say(value) }))}
          onChange={show}
        />
      </PageHead>
      {view === "pending" ? (
        <PendingApprovals />
      ) : view === "past" ? (
        <PastApprovals />
      ) : (
        <NeedsRole needed="approver">
          {view === "grants" ? <GrantList /> : view === "set-apart" ? <SetApartList /> : <MarkList />}
        </NeedsRole>
      )}
    </div>
  );
}
