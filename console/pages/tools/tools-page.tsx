import { useConsole } from "../../core/console-context.ts";
import { ToolList } from "./tool-list.tsx";
import { ToolView } from "./tool-view.tsx";

/** The tools: all of them, or one in full. */
export function ToolsPage() {
  const [name] = useConsole().route.place.value.rest;
  return name === undefined ? <ToolList /> : <ToolView key={name} name={name} />;
}
