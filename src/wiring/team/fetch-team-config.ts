import type { Settings } from "../../config/load-config.ts";
import { cachedTeamText, cacheTeamText } from "../../config/places/team-cache.ts";
import { claimForTenant } from "../../config/places/tenant-home.ts";
import { claimNewHome } from "../../config/trust/home-claim.ts";
import { DejimaError } from "../../contract/error.ts";

/**
 * Fetches the config of the team before a runtime is created, so that settings that cannot change at run time
 * apply. While the store is unavailable, the last version seen here is used.
 */
export async function fetchTeamConfig(
  { config, home }: Settings,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { runs, store: address, tenant } = config;
  if (runs === "here" || address === undefined) return;
  claimNewHome(home, variables);
  claimForTenant(home, tenant);
  try {
    const { openPostgresStore } = await import("../../store/postgres/open-postgres-store.ts");
    const store = await openPostgresStore({ address, tenant });
    try {
      const latest = await store.shared?.versions.latest("config");
      if (latest !== undefined) await cacheTeamText(home, { version: latest.number, text: latest.text });
    } finally {
      await store.close();
    }
  } catch (error) {
    const isAway = error instanceof DejimaError && error.code === "server_unavailable";
    if (!isAway || cachedTeamText(home) === undefined) throw error;
  }
}
