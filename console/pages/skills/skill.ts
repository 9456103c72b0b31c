import type { Answer, ItemOf } from "../../core/api-calls.ts";

/** A skill as the list shows it. */
export type SkillRow = ItemOf<"/api/skills">;

/** What a skill declares to touch. */
export type SkillContract = Answer<"get", "/api/skills/{name}/contract">["contract"];

/** A skill in full. */
export type SkillDetails = Answer<"get", "/api/skills/{name}">;

/** The scan's findings in a skill. */
export type Scan = Answer<"get", "/api/skills/{name}/scan">;
