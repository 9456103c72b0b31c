import { useConsole } from "../../core/console-context.ts";
import { useMay } from "../../core/me.ts";
import { useData } from "../../core/use-data.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { Switch } from "../../parts/switch.tsx";
import { callWords } from "../../words/call.ts";
import { policyWords } from "../../words/policy.ts";

const RISKS = ["high", "medium", "low"] as const;
type Risk = (typeof RISKS)[number];

/** The risks for which nobody can approve their own calls. */
export function DutySwitches() {
  const { api } = useConsole();
  const say = useWords(policyWords);
  const sayCall = useWords(callWords);
  const report = useReport();
  const mayChange = useMay("admin");
  const duties = useData(() => api.get("/api/policy/duties"), [api]);
  const change = async (byOthers: Risk[]) => {
    try {
      await api.send("PUT", "/api/policy/duties", { body: { byOthers } });
    } catch (error) {
      report(error);
    }
    await duties.reload();
  };
  return (
    <section class="card padded" aria-label={say("duties")}>
      <h2>{say("duties")}</h2>
      <p class="hint">{say("dutiesHint")}</p>
      <LoadedView data={duties}>
        {({ byOthers, demanded, file }) => (
          <div class="stack">
            {RISKS.map((risk) => (
              <span key={risk} class="line">
                <Switch
                  label={say("dutiesFor", { risk: sayCall(risk) })}
                  on={byOthers.includes(risk)}
                  disabled={!mayChange || file === undefined || demanded.includes(risk)}
                  onChange={(on) =>
                    void change(RISKS.filter((one) => (one === risk ? on : byOthers.includes(one))))
                  }
                />
                <span class="small">{say("dutiesFor", { risk: sayCall(risk) })}</span>
                {demanded.includes(risk) ? <span class="faint tiny">{say("dutiesDemanded")}</span> : null}
              </span>
            ))}
          </div>
        )}
      </LoadedView>
    </section>
  );
}
