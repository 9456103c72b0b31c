import { useWords } from "../../core/words.ts";
import { skillsWords } from "../../words/skills.ts";
import type { SkillContract } from "./skill.ts";

interface Props {
  readonly contract: SkillContract;
  readonly allowedTools: readonly string[] | undefined;
}

/** What a skill declares to touch. */
export function SkillContractView({ contract, allowedTools }: Props) {
  const say = useWords(skillsWords);
  const parts = [
    [say("folders"), contract.folders.map(({ path, access }) => `${path} (${access})`)],
    [say("hosts"), contract.hosts],
    [say("environment"), contract.environment],
    [say("programs"), contract.programs],
    [say("servers"), contract.servers],
  ] as const;
  const declared = parts.filter(([, values]) => values.length > 0);
  return (
    <section class="card padded" aria-label={say("contract")}>
      <h2>{say("contract")}</h2>
      {declared.length === 0 ? <p class="soft small">{say("contractNone")}</p> : null}
      <dl class="facts">
        {declared.map(([title, values]) => (
          <>
            <dt>{title}</dt>
            <dd class="mono">{values.join(", ")}</dd>
          </>
        ))}
        <dt>{say("allowedTools")}</dt>
        <dd class={allowedTools === undefined ? "soft" : "mono"}>
          {allowedTools?.join(", ") ?? say("anyTools")}
        </dd>
      </dl>
    </section>
  );
}
