import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { useReport } from "../../core/use-report.ts";
import { Ghosts } from "../ghosts.tsx";
import type { ConnectModelProps } from "./connect-model.tsx";

/** The connection of a model, loaded when it is first shown: most visits of the chat do not need it. */
export function LazyConnectModel(props: ConnectModelProps) {
  const report = useReport();
  const loaded = useSignal<{ readonly Body: ComponentType<ConnectModelProps> } | undefined>(undefined);
  useEffect(() => {
    import("./connect-model.tsx").then(({ ConnectModel: Body }) => {
      loaded.value = { Body };
    }, report);
  }, []);
  if (loaded.value === undefined) return <Ghosts />;
  const { Body } = loaded.value;
  return <Body {...props} />;
}
