import { basename } from "node:path";
import { withDuties, withRole, withRule } from "../../config/edit/edit-servers.ts";
import { writeConfig } from "../../config/edit/write-config.ts";
import type { Settings } from "../../config/load-config.ts";
import { parseConfig } from "../../config/parse-config.ts";
import { underProject } from "../../config/places/team-config.ts";
import { readOwnConfig } from "../../config/trust/own-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Role } from "../../contract/flow.ts";
import type { Risk } from "../../contract/tool.ts";
import type { TeamChange, TeamConfigService } from "../../contract/user/team.ts";
import type { VerdictKind } from "../../contract/verdict.ts";
import type { ConversationRules } from "../../execution/asking/switches.ts";
import type { PolicyInsight } from "../../execution/policy-insight.ts";
import { flagFor, quoted } from "../../policy/explain.ts";
import type { Layer } from "../../policy/layer.ts";
import type { Permissions } from "../../policy/rule-layers.ts";
import { strongerRule } from "../../policy/stronger-rule.ts";
import { defined } from "../../support/defined.ts";
import { accountName } from "../../support/process/account.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { rolesOf } from "../../tool/role-of.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { TEAM_CONFIG } from "./config-writer.ts";
import { describeUnknownRules } from "./unknown-rules.ts";

/** The user's rules, and the ways to change them. For doors: no tool can reach it. */
export interface Rules extends ConversationRules {
  /** The rules of the config, by verdict. */
  list(): Promise<Readonly<Record<VerdictKind, readonly string[]>>>;
  /** The file that contains the rules. `undefined` without a config of the user's own. */
  file(): Promise<string | undefined>;
  /** The calls of the latest runs that a change would have decided differently. Changes nothing. */
  test(change: RuleChange, options: { readonly runs: number }): ReturnType<PolicyInsight["test"]>;
  /**
   * Adds a rule to the config or removes it, and applies that at once. Returns its previous verdict, for
   * undo.
   */
  set(change: RuleChange, reason?: Reason): Promise<RuleSet>;
  /** Adds several rules to the config at once. */
  change(rules: readonly string[], verdict: VerdictKind, reason: Reason): Promise<void>;
  /** The risks for which someone other than the requester has to approve a call. */
  duties(): Promise<Duties>;
  /**
   * Sets these risks in the config and applies them at once. Those that the user's own config demands stay.
   */
  setDuties(byOthers: readonly Risk[], reason?: Reason): Promise<Duties>;
  /**
   * Sets the role of a tool's argument in the config and applies it at once. Without a role, removes the
   * setting.
   */
  setRole(change: RoleChange, reason?: Reason): Promise<{ readonly before?: Role; readonly file: string }>;
}

/** Who approves what: the risks for which nobody can approve their own calls. */
interface Duties {
  readonly byOthers: readonly Risk[];
  /** The risks that the user's own config demands in every folder. */
  readonly demanded: readonly Risk[];
  readonly file?: string;
}

/** Why a rule is changed, as a comment in the config, and by whom. Default: the user of this process. */
interface Reason {
  readonly why?: string | undefined;
  readonly by?: string | undefined;
}

/** An argument of a tool, and its role. */
interface RoleChange {
  readonly tool: string;
  readonly argument: string;
  readonly role?: Role | undefined;
}

/** A rule that was set: its previous verdict, its file, and a notice. */
interface RuleSet {
  readonly before?: VerdictKind;
  readonly file: string;
  /** Set if the rule has no effect: it matches no tool, or a stricter rule decides. */
  readonly notice?: string;
  /** The stricter rule that decides instead. */
  readonly decidedBy?: DecidingRule;
}

/** A rule that decides instead of another one, and the arguments of `dejima policy forget` that remove it. */
interface DecidingRule {
  readonly rule: string;
  readonly verdict: VerdictKind;
  readonly forget: string;
}

/** A rule and its new verdict. Without a verdict it is removed. */
interface RuleChange {
  readonly rule: string;
  readonly verdict?: VerdictKind | undefined;
}

interface RulesParts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  settings(): Settings;
  readonly conversations: ConversationRules;
  /** The config of the team, where the rules are kept then. `undefined` without a team. */
  readonly team: (() => Promise<TeamConfigService>) | undefined;
  /** Parses the rules of other settings. Returns a function that applies them. */
  newRules(settings: Settings): () => void;
  readonly registry: ToolRegistry;
  /** The layers of every run, with the rules as they are now. */
  readonly layers: readonly Layer[];
}

const LISTS = { allow: "safe", ask: "confirm", deny: "deny" } as const;
const VERDICTS = ["allow", "ask", "deny"] as const;

/** Opens the rules of a runtime. Testing a change needs past calls: see `ruleTest`. */
export function openRules(parts: RulesParts): Omit<Rules, "test"> {
  const { settings, conversations, team } = parts;
  let writing: Promise<unknown> = Promise.resolve();

  async function write(edit: (text: string) => string): Promise<string> {
    const { variables } = parts;
    const { file, text: before } = await readOwnConfig(settings(), { variables, what: "the rules" });
    const text = edit(before);
    const below = underProject(settings().user, settings().team)?.given;
    const { config, lineOf, secrets } = parseConfig(text, basename(file), parts.variables, below);
    const current = settings().config;
    const tools = { ...current.tools, roles: config.tools.roles };
    const approvals = { ...current.approvals, byOthers: config.approvals.byOthers };
    const next = { ...settings(), config: { ...current, tools, approvals, permissions: config.permissions } };
    // Never write a rule that cannot be parsed.
    const apply = parts.newRules({
      ...next,
      file,
      lineOf,
      secrets: [...new Set([...next.secrets, ...secrets])],
    });
    await writeConfig(file, text, parts.variables);
    apply();
    return file;
  }

  async function writeTeam(edit: (text: string) => string, made: TeamChange): Promise<string> {
    if (team === undefined) return write(edit);
    await (await team()).change(edit, made);
    return TEAM_CONFIG;
  }

  function inTurn(work: () => Promise<string>): Promise<string> {
    const done = writing.then(work);
    writing = done.catch(() => {});
    return done;
  }

  function change(changes: readonly RuleChange[], { why, by = accountName() }: Reason): Promise<string> {
    const comment = why === undefined ? undefined : visibleLine(why);
    const edit = (text: string) =>
      changes.reduce(
        (edited, { rule, verdict }) =>
          withRule(edited, rule, verdict === undefined ? undefined : LISTS[verdict], comment),
        text,
      );
    const words = changes.map(({ rule, verdict }) => `${verdict ?? "forget"} ${rule}`).join(", ");
    // A rule that only this machine's own file has is changed there.
    const isHere = changes.every(
      ({ rule }) =>
        settings().file !== undefined &&
        verdictOf(rule, ["file"]) !== undefined &&
        verdictOf(rule, ["team"]) === undefined,
    );
    return inTurn(() => (isHere ? write(edit) : writeTeam(edit, { by, change: `policy ${words}` })));
  }

  function duties(): Duties {
    const { config, user } = settings();
    const demanded = user?.config.approvals.byOthers ?? [];
    return { byOthers: config.approvals.byOthers, demanded, ...defined({ file: place() }) };
  }

  const place = () => (team === undefined ? settings().rulesFile : TEAM_CONFIG);

  function verdictOf(rule: string, places: readonly ("file" | "team")[]): VerdictKind | undefined {
    const permissions = { file: settings().config.permissions, team: settings().team?.permissions };
    return VERDICTS.find((verdict) =>
      places.some((one) => permissions[one]?.[LISTS[verdict]].includes(rule)),
    );
  }

  function decidingRule(change: { rule: string; verdict: VerdictKind }): DecidingRule | undefined {
    const configured = parts.layers.filter(({ otherwise }) => otherwise === "default");
    const stronger = strongerRule(
      change,
      configured.flatMap(({ rules = [] }) => rules),
      parts.registry.list(),
    );
    if (stronger === undefined) return undefined;
    const files = defined({ user: settings().user?.file, team: settings().team?.file });
    const { text, verdict, file } = stronger;
    return { rule: text, verdict, forget: `${quoted(text)}${flagFor(file, files)}` };
  }

  return {
    async list() {
      const { safe, confirm, deny } = joinedRules(settings());
      return { allow: safe, ask: confirm, deny };
    },
    file: async () => place(),
    async set(ruleChange, reason = {}) {
      const before = verdictOf(ruleChange.rule, ["file", "team"]);
      if (before === undefined && ruleChange.verdict === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot remove "${ruleChange.rule}": there is no rule with this text. \`dejima policy list\` shows them`,
        );
      const file = await change([ruleChange], reason);
      const { rule, verdict } = ruleChange;
      if (verdict === undefined) return { file, ...defined({ before }) };
      const decidedBy = decidingRule({ rule, verdict });
      const notice =
        describeUnknownRules(parts.layers, parts.registry, settings()).get(rule) ??
        (decidedBy && describeDeciding(decidedBy));
      return { file, ...defined({ before, notice, decidedBy }) };
    },
    async change(rules, verdict, reason) {
      await change(
        rules.map((rule) => ({ rule, verdict })),
        reason,
      );
    },
    duties: async () => duties(),
    async setDuties(byOthers, { why, by = accountName() } = {}) {
      const comment = why === undefined ? undefined : visibleLine(why);
      const words = `duties ${byOthers.join(" ") || "off"}`;
      await inTurn(() => writeTeam((text) => withDuties(text, byOthers, comment), { by, change: words }));
      return duties();
    },
    async setRole({ tool: name, argument, role }, { by = accountName() } = {}) {
      const tool = parts.registry.require(name);
      const known = rolesOf(tool);
      const current = known.find((one) => one.argument === argument);
      if (current === undefined)
        throw new DejimaError(
          "invalid_input",
          `Cannot set the role of "${argument.slice(0, 100)}": ${tool.name} has no such argument. It has ${known.map((one) => one.argument).join(", ") || "none"}`,
        );
      const edit = (text: string) => withRole(text, { tool: tool.name, argument, role });
      const words = `role of ${argument} of ${tool.name}: ${role ?? "default"}`;
      const file = await inTurn(() => writeTeam(edit, { by, change: words }));
      return { file, ...(current.by === "config" ? { before: current.role } : {}) };
    },
    ...conversations,
  };
}

/** Which of the latest calls a change of the rules would have decided differently. */
export function ruleTest(settings: () => Settings, insight: () => Promise<PolicyInsight>): Rules["test"] {
  return async (change, { runs }) => {
    const { permissions } = settings().config;
    // Compared with the current rules, not with the recorded verdicts: other rules may have changed since.
    return (await insight()).test(changed(permissions, change), { runs, against: permissions });
  };
}

function describeDeciding({ rule, verdict, forget }: DecidingRule): string {
  return `This has no effect while ${rule} says to ${verdict}; to change that: dejima policy forget ${forget}`;
}

/** The rules that can be changed here: those of the config, and of the team's. */
function joinedRules({ config, team }: Settings): Permissions {
  const { safe, confirm, deny } = config.permissions;
  const shared = team?.permissions ?? { safe: [], confirm: [], deny: [] };
  const joined = (own: readonly string[], theirs: readonly string[]) => [...new Set([...own, ...theirs])];
  return {
    safe: joined(safe, shared.safe),
    confirm: joined(confirm, shared.confirm),
    deny: joined(deny, shared.deny),
  };
}

/** The permissions with one rule changed. */
function changed(permissions: Permissions, { rule, verdict }: RuleChange): Permissions {
  const without = (list: readonly string[]) => list.filter((text) => text !== rule);
  const lists = {
    safe: without(permissions.safe),
    confirm: without(permissions.confirm),
    deny: without(permissions.deny),
  };
  return verdict === undefined ? lists : { ...lists, [LISTS[verdict]]: [...lists[LISTS[verdict]], rule] };
}
