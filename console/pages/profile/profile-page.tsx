import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { memoryWords } from "../../words/memory.ts";
import { ProfileForm } from "./profile-form.tsx";

/** The person's profile. */
export function ProfilePage() {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(memoryWords);
  const profile = useData(() => api.get("/api/profile"), [api]);
  const mayErase = useMay("user");
  const erasing = useFlag();
  const erase = async () => {
    erasing.turnOff();
    try {
      await api.send("DELETE", "/api/profile");
      notices.show("done", say("erased"));
    } catch (error) {
      report(error);
    }
    await profile.reload();
  };
  return (
    <div class="page">
      <PageHead title={say("profileTitle")} lead={say("profileLead")}>
        {Object.keys(profile.value?.values ?? {}).length === 0 || !mayErase ? null : (
          <Button kind="danger" icon="trash" onClick={erasing.turnOn}>
            {say("erase")}
          </Button>
        )}
      </PageHead>
      <LoadedView data={profile}>
        {(stored) => <ProfileForm key={stored.updatedAt ?? 0} profile={stored} onSaved={profile.set} />}
      </LoadedView>
      {erasing.on ? (
        <Confirm
          danger
          title={say("eraseTitle")}
          action={say("erase")}
          onConfirm={() => void erase()}
          onClose={erasing.turnOff}
        >
          <p>{say("eraseBody")}</p>
        </Confirm>
      ) : null}
    </div>
  );
}
