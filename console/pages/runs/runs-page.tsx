import "./runs.css";
import { useConsole } from "../../core/console-context.ts";
import { RunComparison } from "./run-comparison.tsx";
import { RunList } from "./run-list.tsx";
import { RunView } from "./run-view.tsx";

/** The runs: all of them, or one in full. */
export function RunsPage() {
  const { rest, query } = useConsole().route.place.value;
  const [id] = rest;
  const other = query.get("with");
  if (id === undefined) return <RunList />;
  return other === null ? (
    <RunView key={id} id={id} />
  ) : (
    <RunComparison key={`${id} ${other}`} ids={[id, other]} />
  );
}
