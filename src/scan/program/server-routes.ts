import type { SyntaxNode, Tree } from "@lezer/common";

/** Modules for servers whose routes consist of a path and a function. */
const MODULE =
  /^["'`](?:express|hono|hono\/(?:quick|tiny)|@hono\/zod-openapi|fastify|polka|restify|koa-router|@koa\/router)["'`]$/;
/** What those modules call the makers of their servers. */
const MAKER = "(?:\\.(?:default|Router|Hono|OpenAPIHono|fastify|createServer))?";
const REQUIRED = new RegExp(`^(?:__importDefault\\()?require\\((["'\`][\\w/@-]{1,40}["'\`])\\)\\)?${MAKER}$`);
const NAMED = new RegExp(`^(?:\\(0,)?([\\w$]{1,60})${MAKER}\\)?$`);
/** How TypeScript writes the function by which it loads a module. */
const IMPORT_DEFAULT =
  '(this&&this.__importDefault)||function(mod){return(mod&&mod.__esModule)?mod:{"default":mod};}';
/** Code that gives an object other methods. */
const CHANGES =
  /(?:\.(?:post|put|patch|prototype|__proto__)|\])\s{0,9}=(?!=)|\b(?:Object|Reflect)\s{0,9}\.\s{0,9}(?:assign|definePropert|setPrototypeOf|set\b)/;
/** Methods that add a route to a server, but send data on a client. */
const ROUTES = /\.(?:post|put|patch)$/;
const READS_BODIES =
  /^express\.(?:json|text|raw|urlencoded)\((?:\{(?:(?:limit|type|extended):(?:["'][\w/*+.-]{1,40}["']|true|false),?){1,3}\})?\)$/;
const FUNCTION = /^(?:ArrowFunction|FunctionExpression)$/;

/**
 * Tells whether a call only says who answers a path: `app.post("/items", async (request) => …)`. The file must prove that the receiver
 * is a server that it makes, and only functions may follow the path. In doubt, the call sends.
 */
export function routesIn(tree: Tree, text: string): (args: SyntaxNode) => boolean {
  let values: Values | undefined;
  return (args) => {
    const callee = args.prevSibling;
    if (callee?.name !== "MemberExpression" || !ROUTES.test(bare(callee, text))) return false;
    const [path, ...rest] = argumentsOf(args);
    if (path === undefined || !FUNCTION.test(rest.at(-1)?.name ?? "")) return false;
    if (!isPath(path, text) || CHANGES.test(text)) return false;
    values ??= valuesIn(tree, text);
    const known = values;
    return (
      isServer(bare(callee, text).replace(ROUTES, ""), known) && rest.every((one) => isHandler(one, known))
    );
  };
}

/** The values that a file assigns to each name, anywhere in it. `undefined` for a value that cannot be determined. */
interface Values {
  readonly text: string;
  readonly given: ReadonlyMap<string, readonly (SyntaxNode | undefined)[]>;
}

function valuesIn(tree: Tree, text: string): Values {
  const given = new Map<string, (SyntaxNode | undefined)[]>();
  const add = (name: string, value?: SyntaxNode | null) =>
    given.set(name, [...(given.get(name) ?? []), value ?? undefined]);
  tree.iterate({
    enter: ({ node, name }) => {
      if (name === "VariableDefinition") add(bare(node, text), assignedValue(node));
      else if (name === "PropertyDeclaration")
        add(`this.${bare(node.getChild("PropertyDefinition") ?? node, text)}`, afterEquals(node.firstChild));
      else if (name === "AssignmentExpression" && node.firstChild !== null) {
        if (/^(?:VariableName|MemberExpression)$/.test(node.firstChild.name))
          add(bare(node.firstChild, text), node.lastChild);
        else for (const one of namesIn(node.firstChild, text)) add(one);
      } else if (name === "VariableName" && /^For\w{2}Spec$/.test(node.parent?.name ?? ""))
        add(bare(node, text));
    },
  });
  return { text, given };
}

/** What a definition of a name is: the import, the function, or the value after the sign. */
function assignedValue(definition: SyntaxNode): SyntaxNode | undefined {
  let part = definition;
  for (let node = part.parent; node !== null; [part, node] = [node, node.parent]) {
    if (node.name === "ImportDeclaration" || node.name === "FunctionDeclaration") return node;
    if (node.name === "VariableDeclaration") return afterEquals(part);
    if (!/^(?:ImportGroup|ObjectPattern|PatternProperty)$/.test(node.name)) return undefined;
  }
  return undefined;
}

function afterEquals(from: SyntaxNode | null): SyntaxNode | undefined {
  for (let node = from; node !== null && !/^[,;]$/.test(node.name); node = node.nextSibling)
    if (node.name === "Equals") return node.nextSibling ?? undefined;
  return undefined;
}

function namesIn(node: SyntaxNode, text: string): string[] {
  const names: string[] = [];
  node.cursor().iterate((each) => {
    if (each.name === "VariableName") names.push(text.slice(each.from, each.to));
  });
  return names;
}

/** Whether a name only ever stands for a server that one of the modules made. */
function isServer(name: string, { given, text }: Values): boolean {
  const values = given.get(name) ?? [];
  return values.length > 0 && values.every((value) => value !== undefined && makesServer(value));

  function makesServer(value: SyntaxNode): boolean {
    const callee = value.getChild("ArgList")?.prevSibling;
    if (!/^(?:Call|New)Expression$/.test(value.name) || !callee) return false;
    const made = bare(callee, text);
    return isLoaded(made) || isModule(NAMED.exec(made)?.[1] ?? "");
  }

  function isModule(module: string): boolean {
    const sources = given.get(module) ?? [];
    return (
      sources.length > 0 &&
      sources.every(
        (source) =>
          source !== undefined &&
          (source.name === "ImportDeclaration"
            ? MODULE.test(bare(source.getChild("String") ?? source, text))
            : isLoaded(bare(source, text))),
      )
    );
  }

  function isLoaded(code: string): boolean {
    const loaders = given.get("__importDefault") ?? [];
    return (
      MODULE.test(REQUIRED.exec(code)?.[1] ?? "") &&
      !given.has("require") &&
      loaders.every((one) => one !== undefined && bare(one, text) === IMPORT_DEFAULT)
    );
  }
}

/** Whether an argument is a function: written out, of this file under its name, or the reader of bodies that a server's module has. */
function isHandler(argument: SyntaxNode, values: Values): boolean {
  if (FUNCTION.test(argument.name)) return true;
  const code = bare(argument, values.text);
  if (argument.name !== "VariableName") return READS_BODIES.test(code);
  const given = values.given.get(code) ?? [];
  return (
    given.length > 0 &&
    given.every((one) => one !== undefined && (one.name === "FunctionDeclaration" || FUNCTION.test(one.name)))
  );
}

function isPath(node: SyntaxNode, text: string): boolean {
  const isText = node.name === "String" || (node.name === "TemplateString" && node.firstChild === null);
  return isText && text[node.from + 1] === "/";
}

function argumentsOf(args: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let node = args.firstChild; node !== null; node = node.nextSibling)
    if (!/^(?:[(),]|\w*Comment)$/.test(node.name)) found.push(node);
  return found;
}

const bare = ({ from, to }: SyntaxNode, text: string): string => text.slice(from, to).replace(/\s+/g, "");
