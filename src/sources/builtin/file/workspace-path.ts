import { z } from "zod";

/** A path as tools take it: relative to the workspace, or absolute inside an allowed folder. */
export const workspacePath = z.string().min(1).max(4096);
