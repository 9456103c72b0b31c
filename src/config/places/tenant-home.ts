import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DejimaError } from "../../contract/error.ts";
import { DEFAULT_TENANT } from "../../contract/user/tenant.ts";

/** The file in a home that names its tenant. A home without one is the default tenant's. */
const TENANT_FILE = "tenant";

/** Records the tenant of a home. Throws if it belongs to another tenant, because row security does not protect files. */
export function claimForTenant(home: string, tenant = DEFAULT_TENANT): void {
  const file = join(home, TENANT_FILE);
  if (tenant !== DEFAULT_TENANT && !existsSync(join(home, "runs"))) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeFileSync(file, tenant, { mode: 0o600 });
  }
  const owner = existsSync(file) ? readFileSync(file, "utf8") : DEFAULT_TENANT;
  if (owner === tenant) return;
  throw new DejimaError(
    "conflict",
    `Cannot use the home "${home}" for the tenant "${tenant}": it belongs to the tenant "${owner.slice(0, 40)}". Name another one with --home or DEJIMA_HOME`,
    { home },
  );
}
