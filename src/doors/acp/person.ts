import { LOCAL_USER } from "../../contract/run.ts";
import type { Speaker } from "../../runtime.ts";

/** The door's name in logs and answers. */
export const DOOR = "acp";

/**
 * The person at the editor is the person at this machine. They see their own conversations, whichever door
 * those began at.
 */
export const PERSON: Speaker = { user: LOCAL_USER, door: DOOR, mayApprove: true, mayChangeRules: true };
