import { join } from "node:path";
import { expect, test } from "vitest";
import { aCallingModel } from "../agent/a-calling-model.ts";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine } from "../agent/command-line.ts";
import { besideGate, makeShop } from "../sql/a-shop.ts";

test.skipIf(!hasTmux)(
  "in a terminal, a tool that costs stops at the budget of its run, and goes on after a yes",
  async () => {
    const call = { name: "current_time", arguments: {} };
    await using model = await aCallingModel([[call], [call], "It is late."]);
    await using cli = await aCommandLine({
      "dejima.yaml":
        'tools: { prices: { current_time: { amount: 0.50 } } }\npermissions: { safe: ["money.spend(<=0.50 USD)"] }\n',
    });
    expect(await cli.run(["cost", "budget", "set", "run", "--usd", "0.5"])).toMatchObject({ code: 0 });
    await using terminal = await aTerminal(cli, ["run", "what", "time", "--model", "openai:two"], model);
    const asked = await terminal.until(/\[yes\/no[^\]]*\]\s*$/);
    expect(asked).toContain("Spent $0.50 of $0.50 for this run. Go on with $0.50 more?");
    terminal.type("yes");
    await terminal.until(/It is late\./);
    await terminal.ended();
    const { stdout } = await cli.run(["cost", "--by", "tool"]);
    expect(stdout).toMatch(/current_time.*\$1\.00/);
  },
);

test.skipIf(!hasTmux)(
  "in a terminal, a change of a database shows its rows before it is made, and undo puts them back",
  async () => {
    const sql = "DELETE FROM items";
    await using model = await aCallingModel([
      [{ name: "sql_change", arguments: { database: "shop", sql } }],
      "Deleted.",
    ]);
    await using cli = await aCommandLine({
      "dejima.yaml":
        'databases: { shop: { url: "sqlite:shop.db" } }\npermissions: { confirm: [sql_change] }\n',
    });
    const file = join(cli.folder, "shop.db");
    makeShop(file);
    const count = () => besideGate(file, "SELECT count(*) AS n FROM items");
    await using terminal = await aTerminal(cli, ["run", "delete", "--model", "openai:two"], model);
    const asked = await terminal.until(/\[yes\/no[^\]]*\]\s*$/);
    expect(asked).toContain("shop.items: 3 deleted (of 3 rows)");
    expect(asked).toContain("this touches every row of items");
    expect(count()).toEqual([{ n: 3 }]);
    terminal.type("yes");
    await terminal.until(/Deleted\./);
    await terminal.ended();
    expect(count()).toEqual([{ n: 0 }]);
    expect(await cli.run(["undo", "last"])).toMatchObject({ code: 0 });
    expect(count()).toEqual([{ n: 3 }]);
  },
);
