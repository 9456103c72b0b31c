import type { DatabaseVerdicts, DatabaseView, TableShape } from "../../contract/data/database.ts";
import type { EffectKind } from "../../contract/effect.ts";
import type { Verdict, VerdictKind } from "../../contract/verdict.ts";
import { judge } from "../../policy/judge.ts";
import type { Layer } from "../../policy/layer.ts";

const SOURCE = { aliases: [], source: "builtin", category: "data" } as const;
const QUERY = { ...SOURCE, name: "sql_query", risk: "low" } as const;
const CHANGE = { ...SOURCE, name: "sql_change", risk: "high" } as const;

const CHANGES: readonly EffectKind[] = ["db.insert", "db.update", "db.delete"];
const LOOSEST: readonly VerdictKind[] = ["allow", "ask", "deny"];

/** The verdicts of the rules for a database and for each of its tables. */
export function databaseVerdicts(
  { name, readOnly }: { readonly name: string; readonly readOnly: boolean },
  tables: readonly TableShape[],
  layers: readonly Layer[],
): Pick<DatabaseView, "reading" | "changing" | "tables" | "rules"> {
  const rules = new Map<string, VerdictKind>();
  const judged = (tool: typeof QUERY | typeof CHANGE, kind: EffectKind, target: string): VerdictKind => {
    const found = judge({ tool, effects: [{ kind, target }] }, layers);
    for (const { rule, verdict } of ownRules(found)) rules.set(rule, verdict);
    return found.verdict;
  };
  const verdictsOf = (target: string): DatabaseVerdicts => {
    const changing = CHANGES.map((kind) => judged(CHANGE, kind, target));
    return {
      reading: judged(QUERY, "db.read", target),
      // The loosest verdict: the table can change if any kind of change is allowed.
      changing: readOnly ? "deny" : (LOOSEST.find((verdict) => changing.includes(verdict)) ?? "deny"),
    };
  };
  const whole = verdictsOf(name);
  const shown = tables.map((table) => ({ ...table, ...verdictsOf(`${name}.${table.table}`) }));
  return {
    ...whole,
    tables: shown,
    rules: [...rules].map(([rule, verdict]) => ({ rule, verdict })),
  };
}

/** The user's rules that decided, without the built-in defaults. */
function ownRules({ reasons }: Verdict): { readonly rule: string; readonly verdict: VerdictKind }[] {
  return reasons.flatMap(({ rule, effect }) =>
    rule.startsWith("default for") || rule === "no policy" ? [] : [{ rule, verdict: effect }],
  );
}
