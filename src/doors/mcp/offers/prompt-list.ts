import type { Prompt } from "@modelcontextprotocol/server";
import type { Runtime } from "../../../runtime.ts";
import type { UpstreamContents } from "../calls/upstream-contents.ts";

/** A prompt and where it comes from: a skill, or a server that calls it by a name of its own. */
interface OfferedPrompt {
  readonly prompt: Prompt;
  readonly from: { readonly skill: string } | { readonly server: string; readonly name: string };
}

/** All prompts: skills first, then those of servers, under names that tell them apart. */
export async function offeredPrompts(
  runtime: Runtime,
  upstreamContents: UpstreamContents,
): Promise<OfferedPrompt[]> {
  const skills = await runtime.skills.list();
  const own = skills
    .filter(({ enabled }) => enabled)
    .map(({ name, title, description }) => ({ prompt: { name, title, description }, from: { skill: name } }));
  const foreign = (await upstreamContents.all()).flatMap(({ upstream: { server }, prompts }) =>
    prompts.map((prompt) => ({ server, prompt })),
  );
  const count = new Map<string, number>();
  for (const { prompt } of [...own, ...foreign]) count.set(prompt.name, (count.get(prompt.name) ?? 0) + 1);
  return [
    ...own,
    ...foreign.map(({ server, prompt }) => ({
      prompt: count.get(prompt.name) === 1 ? prompt : { ...prompt, name: `${server}__${prompt.name}` },
      from: { server, name: prompt.name },
    })),
  ];
}
