import { useConsole } from "../../core/console-context.ts";
import { SkillList } from "./skill-list.tsx";
import { SkillView } from "./skill-view.tsx";

/** The skills: all of them, or one in full. */
export function SkillsPage() {
  const [name] = useConsole().route.place.value.rest;
  return name === undefined ? <SkillList /> : <SkillView key={name} name={name} />;
}
