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

const PLAN = "# Order of work\n\n1. Hoorn: tea and porcelain, large crane\n2. Batavia: copper, large crane\n";

/** What the model of the console's tests says: by the last thing that it was told. */
export function conversationScript({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role === "tool") {
    const [reason = ""] = /because: [^"\n]*/.exec(last.text) ?? [];
    return { text: last.failed ? `It did not work: ${last.tool} ${reason}` : `Done: ${last.tool}.` };
  }
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
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
  if (/report/i.test(asked)) return { calls: [{ tool: "make_report" }] };
  if (/missing/i.test(asked)) return { calls: [{ tool: "read_file", input: { path: "missing.txt" } }] };
  const [, name] = /write (\S+)/i.exec(asked) ?? [];
  if (name !== undefined) return { calls: [{ tool: "write_file", input: { path: name, content: PLAN } }] };
  return { text: `You said: ${asked}` };
}
