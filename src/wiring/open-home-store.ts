import { join } from "node:path";
import { claimNewHome } from "../config/home-claim.ts";
import type { EnvironmentVariables } from "../config/substitute-environment.ts";
import type { Store } from "../store/store.ts";

/** Opens the store of a home. A home that does not exist yet is made, and noted as this user's. */
export async function openHomeStore(home: string, variables: EnvironmentVariables): Promise<Store> {
  claimNewHome(home, variables);
  return (await import("../store/open-store.ts")).openStore({ file: join(home, "dejima.db") });
}
