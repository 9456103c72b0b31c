import "./runs.css";
import { useConsole } from "../../core/console-context.ts";
import { RunList } from "./run-list.tsx";
import { RunView } from "./run-view.tsx";

/** The runs: all of them, or one in full. */
export function RunsPage() {
  const [id] = useConsole().route.place.value.rest;
  return id === undefined ? <RunList /> : <RunView key={id} id={id} />;
}
