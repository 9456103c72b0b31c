import { join } from "node:path";

/** The command that tests run: the bundle that the gate has made, as the package has it; otherwise the sources. */
export const COMMAND = process.env.DEJIMA_TEST_COMMAND ?? join(import.meta.dirname, "../../bin/dejima.js");
