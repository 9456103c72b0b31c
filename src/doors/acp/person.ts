import { LOCAL_USER } from "../../contract/run.ts";
import type { Speaker } from "../../runtime.ts";

/** The door's name, as logs and answers keep it. */
export const DOOR = "acp";

/** Whoever sits at the editor: the person at this machine. They see their own conversations, whichever door those began at. */
export const PERSON: Speaker = { user: LOCAL_USER, door: DOOR, mayApprove: true, mayChangeRules: true };
