import { expect, test } from "vitest";
import { hasPostgres } from "../store/a-postgres.ts";
import { answer, aTeam, say, until } from "./a-team.ts";

test.runIf(hasPostgres)(
  "of answers given to one question at two web processes at once, one is taken, and the call runs at most once",
  async () => {
    await using team = await aTeam();
    const [webA, webB] = await Promise.all([team.start("web"), team.start("web")]);
    await Promise.all([team.start("worker", { runs: 4 }), team.start("worker", { runs: 4 })]);
    const taken = { approve: 0, deny: 0 };
    for (let index = 0; index < 8; index++) {
      const words = index % 2 === 0 ? (["deny", "approve"] as const) : (["approve", "deny"] as const);
      const what = `race-${index}`;
      let approved = false;
      for await (const event of say(webA, `do ${what}`)) {
        if (event.type !== "approval-start") continue;
        const id = String(event.data.id);
        const given = await Promise.all([answer(webA, id, words[0]), answer(webB, id, words[1])]);
        const answers = await Promise.all(given.map((response) => response.json()));
        const won = words.filter((_word, at) => answers[at]?.accepted === true);
        expect(won, what).toHaveLength(1);
        expect(answers.map(({ approval }) => approval.status)).toEqual(
          words.map(() => (won[0] === "approve" ? "approved" : "denied")),
        );
        approved = won[0] === "approve";
        taken[won[0] ?? "deny"]++;
      }
      expect(
        team.lines("begun.txt").filter((line) => line === what),
        what,
      ).toHaveLength(approved ? 1 : 0);
    }
    expect(taken.approve + taken.deny).toBe(8);
    await until(async () => ((await team.store.shared?.leases.count())?.held === 0 ? true : undefined));
  },
);
