import { join } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import { defined } from "../../../../support/defined.ts";
import { defineCommand } from "../../define-command.ts";
import { flag, value } from "../../input/fields.ts";

const storeShow = defineCommand({
  path: ["store", "show"],
  group: "Show the store, and move it to PostgreSQL or back",
  summary: "Show which store is used, and how many records of each kind it contains",
  input: z.object({}),
  examples: ["dejima store show"],
  async run({ settings, output }) {
    const { summarizeStore } = await import("../../../../wiring/storage/migrate-store.ts");
    const { driver, place, records } = await summarizeStore(await settings());
    output.data({ driver, place, records }, () =>
      [`${driver}: ${place}`, ...Object.entries(records).map(([kind, count]) => `${count}\t${kind}`)].join(
        "\n",
      ),
    );
    return 0;
  },
});

const storeMigrate = defineCommand({
  path: ["store", "migrate"],
  summary: "Copy the store into PostgreSQL or back into the home, and compare both record by record",
  input: z.object({
    to: value(
      "address",
      "the PostgreSQL database to copy the home's store into; its password may be in PGPASSWORD",
    ),
    from: value("address", "the PostgreSQL database whose records the home gets"),
    replace: flag("with --from: move the home's current store aside, and keep it beside the new one"),
  }),
  examples: [
    "dejima store migrate --to postgres://dejima@db.example.com/agents",
    "dejima store migrate --from postgres://dejima@db.example.com/agents",
  ],
  async run({ settings, output, variables }, { to, from, replace }) {
    const direction = directionOf(to, from);
    const { migrateStore } = await import("../../../../wiring/storage/migrate-store.ts");
    const read = await settings();
    const onProgress = (kind: string, count: number) => {
      if (count > 0) output.note(output.say`${kind}: ${count} copied`);
    };
    const { records, setAside } = await migrateStore(read, direction, { variables, replace, onProgress });
    const sum = Object.values(records).reduce((all, count) => all + count, 0);
    const next =
      "to" in direction
        ? output.say("Set DEJIMA_STORE to that address, or `store` in the config, to use it.")
        : output.say("Unset DEJIMA_STORE, or take `store` out of the config, to use it.");
    const files = output.say`Whole outputs, artifacts and undo copies of runs are not records: they stay in ${join(read.home, "runs")}, or in the blob store.`;
    output.data({ records, ...defined({ setAside }) }, () =>
      [
        sum === 0
          ? output.say("The source has no records: nothing was copied.")
          : output.say`${sum} records copied and compared, all alike. ${next}`,
        ...(sum === 0 ? [] : [files]),
        ...(setAside === undefined ? [] : [output.say`The previous store is now ${setAside}.`]),
      ].join("\n"),
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [storeShow, storeMigrate];

function directionOf(to?: string, from?: string): { readonly to: string } | { readonly from: string } {
  if (to !== undefined && from === undefined) return { to };
  if (from !== undefined && to === undefined) return { from };
  throw new DejimaError("invalid_input", "Name one database: --to ADDRESS or --from ADDRESS");
}
