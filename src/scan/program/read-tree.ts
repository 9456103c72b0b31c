import type { SyntaxNode, Tree } from "@lezer/common";
import { parser as python } from "@lezer/python";
import { TELLS_SECRETS } from "./carried-data.ts";
import { type Atom, atomsIn, type Flow, fileName, MAX_PROGRAM, type Program, type Use } from "./program.ts";
import { readShell } from "./read-shell.ts";
import { script } from "./script-places.ts";
import { routesIn } from "./server-routes.ts";

/** Calls that add their arguments to their object. */
const FILLS =
  /\.(?:append|push|update|extend|add|set|write|writelines|insert|assign|concat|setdefault|unshift)$/;
/** Calls that write a file named in their arguments. */
const WRITES =
  /(?:^|\.)(?:writeFile|writeFileSync|appendFile|appendFileSync|write_text|write_bytes|urlretrieve|createWriteStream|open|copy|copyfile|copy2|move|copyFileSync|renameSync)$/;
/** Calls that hand a command to a shell or start a program. */
export const STARTS =
  /(?:^|\.)(?:system|popen|execSync|exec|execFile|execFileSync|spawn|spawnSync)$|subprocess\.(?:run|call|Popen|check_output|check_call|getoutput)$|^(?:run|check_output|Popen|check_call)$/;
/** `while True`, and loops that count to five hundred or more over nothing. */
const ENDLESS =
  /^while\s*\(?\s*(?:True|true|1)\b|^for\s+\w+\s+in\s+range\(\s*(?:[5-9]\d\d|\d{4,9})\s*\)|^for\s*\(\s*(?:let|var)\s+\w+\s*=\s*0\s*;\s*\w+\s*<\s*(?:[5-9]\d\d|\d{4,9})\s*;/;
/** Calls that join the parts of a path. */
const JOINS = /(?:^|\.)(?:join|joinpath|resolve|Path)$/;
/** A module that is loaded where it is used: `require("https").get`. */
const LOADED = /\b(?:require|__import__|import_module|import)\(["'`](?:node:)?([\w./@-]{1,60})["'`]\)/g;
/** A module under another name: `const h = require("https")`. */
const RENAMED =
  /^(?:const|let|var)\s+([\w$]{1,40})\s*=\s*(?:await\s+)?(?:require|import)\(["'`](?:node:)?([\w/-]{1,40})["'`]\)(?!\s*[.([])/;
const MAX_NODES = 200_000;

/** Reads a program in Python or JavaScript (TypeScript too): names, texts, calls, and what flows where. */
export function readTree(
  text: string,
  language: "python" | "javascript",
  file: string,
  offset: number,
): Program {
  const source = text.slice(0, MAX_PROGRAM);
  const tree: Tree = (language === "python" ? python : script).parse(source);
  const reader = new TreeReader(source, text === source ? routesIn(tree, source) : () => false);
  tree.iterate({
    enter: (node) => reader.enter(node.node, node.name),
    leave: (node) => reader.leave(node.name, node.from),
  });
  return { language, file, offset, ...reader.program() };
}

/** The shell commands that a call starts. Its strings are parsed as a shell would, and all its arguments flow into them. */
function commandsIn(use: Use, atoms: readonly Atom[]): Use[] {
  const texts = atomsIn(atoms, use)
    .filter(({ kind }) => kind === "text")
    .map(({ value }) => value);
  const command = texts.join(" ").slice(0, 2000);
  if (
    !/\b(?:curl|wget|nc|ncat|scp|rsync|rm|bash|sh|chmod|crontab|git|find|mail|security|gh|kubectl|vault|gcloud|pass|op|bw|lpass|printenv|env|pbpaste|xclip|xsel|screencapture|scrot|whoami|hostname|tee|python3?|node)\b/.test(
      command,
    )
  )
    return [];
  return readShell(command, "", 0).uses.map((inner) => ({
    ...inner,
    at: use.at,
    from: use.from,
    end: use.end,
    isEndless: use.isEndless,
  }));
}

/** Collects atoms, flows and uses during a walk over the tree. */
class TreeReader {
  readonly #text: string;
  readonly #isRoute: (args: SyntaxNode) => boolean;
  readonly #atoms: Atom[] = [];
  readonly #flows: Flow[] = [];
  readonly #uses: Use[] = [];
  readonly #aliases = new Map<string, string>();
  readonly #parameters = new Map<string, string[]>();
  readonly #functions: { name: string; at: number }[] = [];
  #endless = 0;
  #errors = 0;
  #nodes = 0;

  constructor(text: string, isRoute: (args: SyntaxNode) => boolean) {
    this.#text = text;
    this.#isRoute = isRoute;
  }

  enter(node: SyntaxNode, type: string): boolean {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) return false;
    if (node.type.isError) this.#errors += 1;
    if (/^(?:VariableName|VariableDefinition|PropertyDefinition|MemberExpression)$/.test(type)) {
      // Of a.b.c only the whole counts, because a and a.b begin at the same position.
      const { parent } = node;
      const isPart = parent?.name === "MemberExpression" && parent.from === node.from;
      if (!isPart) this.#atom(node.from, "name", this.#dotted(node));
    }
    if (/^(?:String|FormatString|TemplateString|ContinuedString)$/.test(type)) {
      this.#atom(
        node.from,
        "text",
        this.#slice(node)
          .replace(/^[a-zA-Z]{0,2}(?:"""|'''|["'`])|(?:"""|'''|["'`])$/g, "")
          .slice(0, 4000),
      );
    } else if (type === "CallExpression" || type === "NewExpression") this.#call(node);
    else if (/^(?:ImportStatement|ImportDeclaration)$/.test(type))
      this.#import(this.#slice(node).slice(0, 400));
    else if (/^(?:FunctionDefinition|FunctionDeclaration|MethodDeclaration)$/.test(type))
      this.#function(node);
    else if (this.#isEndless(type, node.from)) this.#endless += 1;
    if (type === "VariableDeclaration") {
      const [, name, module] = RENAMED.exec(this.#text.slice(node.from, node.from + 160)) ?? [];
      if (name !== undefined && module !== undefined) this.#aliases.set(name, module);
    }
    this.#assigned(node, type);
    return true;
  }

  leave(type: string, from: number): void {
    if (this.#isEndless(type, from)) this.#endless -= 1;
    if (this.#functions.at(-1)?.at === from) this.#functions.pop();
  }

  /** Whether a loop is endless or practically so. */
  #isEndless(type: string, from: number): boolean {
    if (type !== "WhileStatement" && type !== "ForStatement") return false;
    return ENDLESS.test(this.#text.slice(from, from + 80));
  }

  program(): Pick<Program, "atoms" | "flows" | "uses" | "isBroken"> {
    const uses = this.#uses.map((use) => ({ ...use, name: this.#resolve(use.name) }));
    const atoms = this.#atoms.map((atom) =>
      atom.kind === "text" ? atom : { ...atom, value: this.#resolve(atom.value) },
    );
    for (const use of this.#uses) {
      const parameters = this.#parameters.get(use.name.split(".").at(-1) ?? "");
      if (parameters !== undefined) this.#flows.push({ to: parameters, from: use.from, end: use.end });
    }
    const sorted = atoms.sort((a, b) => a.at - b.at);
    const commands = uses.flatMap((use) => (STARTS.test(use.name) ? commandsIn(use, sorted) : []));
    for (const { name, words = [], at } of commands) {
      sorted.push({ at, kind: "call", value: name });
      const said = words.slice(0, 3).join(" ");
      if (TELLS_SECRETS.test(said)) sorted.push({ at, kind: "call", value: said });
    }
    return {
      atoms: sorted.sort((a, b) => a.at - b.at),
      flows: this.#flows,
      uses: [...uses, ...commands],
      isBroken: this.#errors > 12 && this.#errors > this.#nodes / 30,
    };
  }

  #call(node: SyntaxNode): void {
    const callee = node.firstChild?.name === "new" ? node.firstChild.nextSibling : node.firstChild;
    const args = node.getChild("ArgList");
    if (callee === null || callee === undefined || args === null) return;
    const name = callee.name === "CallExpression" ? "" : this.#dotted(callee);
    this.#atom(node.from, "call", name);
    const isEndless = this.#endless > 0;
    if (!this.#isRoute(args))
      this.#uses.push({ name, at: node.from, from: node.from, end: node.to, isEndless });
    const range = { from: args.from, end: args.to };
    if (JOINS.test(name)) this.#joinedPath(node);
    if (FILLS.test(name)) this.#flows.push({ ...range, to: [name.replace(/\.\w+$/, "")] });
    if (WRITES.test(name)) {
      const files = this.#text.slice(node.from, args.to).match(/["'][^"'\n]{1,200}["']/g) ?? [];
      this.#flows.push({ from: node.from, end: args.to, to: files.slice(0, 3).map(fileName) });
    }
  }

  /** Adds the path that a call joins from texts: `join(home, ".docker", "config.json")`. */
  #joinedPath(node: SyntaxNode): void {
    const texts =
      this.#text.slice(node.from, Math.min(node.to, node.from + 400)).match(/["'][^"'\n]{1,80}["']/g) ?? [];
    if (texts.length > 1)
      this.#atom(
        node.from,
        "text",
        texts
          .slice(0, 8)
          .map((text) => text.slice(1, -1))
          .join("/"),
      );
  }

  #function(node: SyntaxNode): void {
    const named =
      node.getChild("VariableName") ??
      node.getChild("VariableDefinition") ??
      node.getChild("PropertyDefinition");
    const name = named === null ? "" : this.#slice(named);
    const parameters = (node.getChild("ParamList")?.getChildren("VariableName") ?? []).concat(
      node.getChild("ParamList")?.getChildren("VariableDefinition") ?? [],
    );
    this.#parameters.set(
      name,
      parameters.map((parameter) => this.#slice(parameter)),
    );
    this.#functions.push({ name, at: node.from });
  }

  /** Assignments, loops over something, `with … as`, and returned values. */
  #assigned(node: SyntaxNode, type: string): void {
    if (
      /^(?:AssignStatement|VariableDeclaration|AssignmentExpression|UpdateStatement|ForStatement|ForOfSpec|WithStatement)$/.test(
        type,
      )
    ) {
      let to: string[] = [];
      let value: SyntaxNode | undefined;
      let isAfter = false;
      const flow = () => {
        if (value !== undefined && to.length > 0) this.#flows.push({ to, from: value.from, end: value.to });
      };
      for (let child = node.firstChild; child !== null; child = child.nextSibling) {
        if (child.name === ";") break;
        if (child.name === "," && type === "VariableDeclaration") {
          flow();
          [to, value, isAfter] = [[], undefined, false];
        } else if (/^(?:AssignOp|Equals|UpdateOp|in|of)$/.test(child.name)) isAfter = true;
        else if (child.name === "as") isAfter = false;
        else if (/^(?:Body|Block)$/.test(child.name)) break;
        else if (isAfter || (type === "WithStatement" && child.name === "CallExpression")) value = child;
        else to.push(...this.#namesOf(child));
      }
      flow();
    } else if (type === "ReturnStatement" || type === "YieldStatement") {
      const name = this.#functions.at(-1)?.name;
      if (name !== undefined)
        this.#flows.push({ to: [name, `self.${name}`, `this.${name}`], from: node.from, end: node.to });
    }
  }

  #namesOf(node: SyntaxNode): string[] {
    if (/^(?:VariableName|VariableDefinition)$/.test(node.name)) return [this.#slice(node)];
    if (node.name === "MemberExpression") return [this.#dotted(node).replace("[]", "")];
    if (!/Pattern|Tuple|Array|PatternProperty/.test(node.name)) return [];
    const names: string[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling)
      names.push(...this.#namesOf(child));
    return names;
  }

  #import(text: string): void {
    const from = /^from\s+([\w.]+)\s+import\s+(.+)/s.exec(text) ?? undefined;
    const braces = /\{([^}]*)\}\s*from\s*["'](?:node:)?([^"']+)["']/.exec(text);
    const [module, list] = from !== undefined ? [from[1], from[2]] : [braces?.[2], braces?.[1]];
    for (const part of (list ?? "").split(",")) {
      const [, name, alias] = /([\w*]+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (name !== undefined) this.#aliases.set(alias ?? name, `${module}.${name}`);
    }
    const whole = /^import\s+([\w.]+)\s+as\s+(\w+)/.exec(text);
    if (whole !== null) this.#aliases.set(whole[2] ?? "", whole[1] ?? "");
  }

  #resolve(name: string): string {
    const [first = "", ...rest] = name.split(".");
    const alias = this.#aliases.get(first);
    return alias === undefined ? name : [alias, ...rest].join(".");
  }

  #dotted(node: SyntaxNode): string {
    return this.#slice(node)
      .slice(0, 200)
      .replace(/\s+/g, "")
      .replace(/^await|\?/g, "")
      .replace(LOADED, "$1")
      .replace(/\([^()]*\)/g, "")
      .replace(/\[.*$/s, "[]")
      .replace(/\(.*$/s, "");
  }

  #atom(at: number, kind: Atom["kind"], value: string): void {
    if (value !== "") this.#atoms.push({ at, kind, value });
  }

  #slice(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }
}
