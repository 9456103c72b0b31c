import { expect, test } from "vitest";
import { hasPostgres } from "../store/a-postgres.ts";
import { aTeam } from "./a-team.ts";
import { storm } from "./storm.ts";

test.runIf(hasPostgres)(
  "killed web processes and workers, a restarted PostgreSQL and a cut network lose no conversation and make no call twice",
  async () => {
    await using team = await aTeam({ proxied: true });
    await Promise.all([team.start("web"), team.start("web"), team.start("worker"), team.start("worker")]);
    const { proxy } = team;
    const result = await storm(team, {
      kills: 4,
      conversations: 10,
      restarts: 1,
      cuts: 1,
      ...(proxy && { proxy }),
    });
    expect(result).toMatchObject({ restarts: 1, cuts: 1, lost: 0, twice: 0, broken: 0 });
    expect(result.kills.web + result.kills.worker).toBe(4);
  },
  600_000,
);
