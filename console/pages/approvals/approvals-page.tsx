import { useSignal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useWords } from "../../core/words.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Segments } from "../../parts/segments.tsx";
import { approvalsWords } from "../../words/approvals.ts";
import { GrantList } from "./grant-list.tsx";
import { PastApprovals } from "./past-approvals.tsx";
import { PendingApprovals } from "./pending-approvals.tsx";

type View = "pending" | "past" | "grants";

/** The inbox: what waits, what was answered, and the agreements that cover more than one call. */
export function ApprovalsPage() {
  const say = useWords(approvalsWords);
  const { route } = useConsole();
  const view = useSignal<View>(route.place.value.query.get("view") === "grants" ? "grants" : "pending");
  return (
    <div class="page">
      <PageHead title={say("title")} lead={say("lead")}>
        <Segments
          label={say("show")}
          value={view.value}
          options={[
            { value: "pending", label: say("pending") },
            { value: "past", label: say("past") },
            { value: "grants", label: say("grants") },
          ]}
          onChange={(next) => {
            view.value = next;
          }}
        />
      </PageHead>
      {view.value === "pending" ? (
        <PendingApprovals />
      ) : view.value === "past" ? (
        <PastApprovals />
      ) : (
        <GrantList />
      )}
    </div>
  );
}
