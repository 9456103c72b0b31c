import { parser } from "@lezer/javascript";

const script = parser.configure({ dialect: "ts" });
const MOST = 100;

/** One place in a program that calls a tool. */
interface CallSite {
  readonly line: number;
  /** The tool; `undefined` where the program works out its name. */
  readonly tool: string | undefined;
  readonly text: string;
}

/** The places in a program that call tools, in the order of its text. What really runs depends on the results. */
export function callSites(code: string): CallSite[] {
  const sites: CallSite[] = [];
  script.parse(code).iterate({
    enter(node) {
      if (node.name !== "CallExpression" || sites.length >= MOST) return;
      const callee = node.node.firstChild;
      if (callee?.name !== "MemberExpression" || callee.firstChild === null) return;
      if (code.slice(callee.firstChild.from, callee.firstChild.to) !== "tools") return;
      const property = callee.getChild("PropertyName");
      const tool = property === null ? undefined : code.slice(property.from, property.to);
      const line = code.slice(0, node.from).split("\n").length;
      const text = code.slice(node.from, node.to).replace(/\s+/g, " ");
      sites.push({ line, tool, text: text.length > 120 ? `${text.slice(0, 119)}…` : text });
    },
  });
  return sites;
}
