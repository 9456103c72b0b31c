import { Fragment } from "preact";
import type { Role } from "../../../src/contract/flow.ts";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { toolsWords } from "../../words/tools.ts";

const ROLES: readonly Role[] = ["destination", "authority", "content", "code", "inert"];

type Info = Answer<"get", "/api/tools/{name}">;

/** The role of each argument of a tool. An admin can choose another, or return to the tool's own. */
export function ToolRoles({ name, roles, onChange }: Pick<Info, "name" | "roles"> & { onChange(): void }) {
  const { api } = useConsole();
  const say = useWords(toolsWords);
  const report = useReport();
  const change = async (argument: string, chosen: string) => {
    try {
      const role = ROLES.find((one) => one === chosen) ?? null;
      await api.send("PUT", "/api/tools/{name}/roles", { params: { name }, body: { argument, role } });
    } catch (error) {
      report(error);
    }
    onChange();
  };
  if (roles.length === 0) return null;
  const words: Readonly<Record<Role, string>> = {
    destination: say("roleDestination"),
    authority: say("roleAuthority"),
    content: say("roleContent"),
    code: say("roleCode"),
    inert: say("roleInert"),
  };
  return (
    <section class="stack">
      <h2>{say("roles")}</h2>
      <p class="soft small">{say("rolesLead")}</p>
      <dl class="facts">
        {roles.map(({ argument, role, by }) => (
          <Fragment key={argument}>
            <dt>
              <code>{argument}</code>
            </dt>
            <dd>
              <select
                class="input"
                aria-label={`${say("roles")}: ${argument}`}
                value={by === "config" ? role : ""}
                onChange={({ currentTarget }) => void change(argument, currentTarget.value)}
              >
                <option value="">{by === "config" ? say("roleReset") : words[role]}</option>
                {ROLES.map((one) => (
                  <option key={one} value={one}>
                    {say("roleSet", { role: words[one] })}
                  </option>
                ))}
              </select>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
