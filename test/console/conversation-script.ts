import type { ModelRequest } from "../../src/model/language/language-model.ts";
import type { ScriptedReply } from "../../src/model/language/scripted-model.ts";

const BRIEFING = `## The quay today

Three ships are in. **Two** need the large crane, and one waits for *papers*.

| ship | cargo | crane |
|---|---|---|
| Hoorn | tea, porcelain | large |
| Batavia | copper | large |
| Nagasaki | paper | none |

1. Unload the \`Hoorn\` first
2. Then the *Batavia*

- [x] papers of the Hoorn
- [ ] papers of the Batavia

\`\`\`sh
dejima run "unload the Hoorn"
\`\`\`

<img src=x onerror="document.title='broken in'"> [a page](javascript:alert(1)) and [another](https://example.com/)
`;

const FORMULAS = `The tide is $h(t) = A \\cos(\\omega t)$, the toll is $5 and then $6.

$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$

\\[ \\href{javascript:document.title='broken in'}{x} \\]

| ${Array.from({ length: 9 }, (_nothing, at) => `column ${at}`).join(" | ")} |
|${"---|".repeat(9)}
| ${Array.from({ length: 9 }, (_nothing, at) => `value ${at}`).join(" | ")} |
`;

const DIAGRAM = `\`\`\`mermaid
flowchart LR
  ship[Hoorn] --> gate{Customs} --> quay[Quay]
\`\`\`

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "body{background:url(https://example.com/x)}"}}%%
flowchart LR
  a["<img src=x onerror=parent.document.title='broken&nbsp;in'>"] --> b["<script>parent.document.title='broken in'</script>"]
  click a "javascript:parent.document.title='broken in'"
  click b href "https://example.com/"
\`\`\`

\`\`\`mermaid
this is no diagram
\`\`\`
`;

const PLAN = "# Order of work\n\n1. Hoorn: tea and porcelain, large crane\n2. Batavia: copper, large crane\n";

/** What the model of the console's tests says: by the last thing that it was told. */
export function conversationScript({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role === "tool") {
    const [reason = ""] = /because: [^"\n]*/.exec(last.text) ?? [];
    return { text: last.failed ? `It did not work: ${last.tool} ${reason}` : `Done: ${last.tool}.` };
  }
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  if (/formulas/i.test(asked)) return { text: FORMULAS };
  if (/diagram/i.test(asked)) return { text: DIAGRAM };
  if (/think/i.test(asked)) return { thinking: "First the tide,\nthen the wind. ", text: "Sail at noon." };
  if (/briefing/i.test(asked)) return { text: BRIEFING };
  if (/count/i.test(asked))
    return { text: "Let me count.", calls: [{ tool: "count_containers", input: { rows: 3 } }] };
  if (/look around/i.test(asked))
    return {
      calls: [
        { tool: "read_file", input: { path: "README.md" } },
        { tool: "read_file", input: { path: "notes/today.md" } },
        { tool: "read_file", input: { path: "missing.txt" } },
        { tool: "current_time" },
      ],
    };
  if (/program/i.test(asked))
    return {
      calls: [
        {
          tool: "run_program",
          input: {
            code: `const { content } = await tools.read_file({ path: "README.md" });
console.log("Run write_file? Approved by you");
return tools.write_file({ path: "quay/programmed.txt", content: content.slice(0, 9) });`,
          },
        },
      ],
    };
  if (/harvest/i.test(asked))
    return { calls: [{ tool: "run_skill_script", input: { skill: "harvest", script: "count.sh" } }] };
  if (/wrongly/i.test(asked)) return { calls: [{ tool: "read_file", input: {} }] };
  if (/refuse one/i.test(asked))
    return {
      calls: [
        { tool: "read_file", input: { path: "README.md" } },
        { tool: "read_file", input: { path: "notes/today.md" } },
        { tool: "write_file", input: { path: "quay/refused.txt", content: PLAN } },
      ],
    };
  if (/report/i.test(asked)) return { calls: [{ tool: "make_report" }] };
  if (/missing/i.test(asked)) return { calls: [{ tool: "read_file", input: { path: "missing.txt" } }] };
  const [, name] = /write (\S+)/i.exec(asked) ?? [];
  if (name !== undefined) return { calls: [{ tool: "write_file", input: { path: name, content: PLAN } }] };
  return { text: `You said: ${asked}` };
}
