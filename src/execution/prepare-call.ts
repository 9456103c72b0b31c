import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { FileGuard } from "../contract/data/file-guard.ts";
import type { Effect } from "../contract/effect.ts";
import { DejimaError } from "../contract/error.ts";
import type { RunVariants } from "../contract/figures/experiment.ts";
import { priceEffect } from "../contract/figures/tool-spend.ts";
import type { Tool } from "../contract/tool.ts";
import type { Verdict } from "../contract/verdict.ts";
import { canonicalUrl } from "../policy/canonical-url.ts";
import { judge } from "../policy/judge.ts";
import { baseName } from "../policy/known-programs.ts";
import type { Layer } from "../policy/layer.ts";
import { isOpaqueProgram } from "../policy/opaque-program.ts";
import { firstIssues } from "../support/issue-words.ts";
import { canonicalJson, type JsonFault } from "../support/json.ts";
import { thrownText } from "../support/thrown-text.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import { type InputSnapshot, type JudgedRequest, snapshotInput } from "./call.ts";
import type { Provenance } from "./flow/provenance.ts";

/** What the first half of the path needs: it reads the world and changes nothing. */
export interface JudgingWorld {
  readonly registry: ToolRegistry;
  readonly layers: readonly Layer[];
  readonly files: FileGuard;
  readonly limits: { readonly maxInputCharacters: number };
  /** The tool versions that an experiment assigns to the run. */
  readonly variants?: Pick<RunVariants, "choose" | "reportUnequal"> | undefined;
  /** Where the run's content came from. Absent if a call is judged outside a run. */
  readonly provenance?: Pick<Provenance, "explain">;
}

/** find -> validate -> judge. Throws if the tool is unknown, the input is invalid, or judging itself fails. */
export async function prepareCall(
  call: { readonly tool: string; readonly input: InputSnapshot; readonly allowedPaths?: readonly string[] },
  world: JudgingWorld,
): Promise<JudgedRequest> {
  const found = findTool(call.tool, world.registry);
  const { json, fault } = call.input;
  if (fault !== undefined) throw unreadable(found, fault);
  const value = validateInput(found, json === undefined ? undefined : JSON.parse(json));
  const declaring = declaredEffects(found, value, world.files);
  // Most tools know their effects at once, and every call comes through here.
  const own = {
    tool: found,
    input: value,
    declared: declaring instanceof Promise ? await declaring : declaring,
  };
  const { tool, input, declared } =
    world.variants === undefined ? own : await chooseVersion(own, { named: call.tool, json }, world);
  const spelling = declared.length === 0 ? declared : canonicalEffects(declared, world.files);
  const effects = spelling instanceof Promise ? await spelling : spelling;
  const allowedPaths =
    call.allowedPaths && (await checkAllowedPaths(call.allowedPaths, effects, { tool, files: world.files }));
  const explanation = world.provenance?.explain({ tool, input, effects });
  const verdict = judgeSafely({ tool, effects, explanation }, world.layers);
  return { tool, input, effects, verdict, explanation, allowedPaths };
}

/** Judges a call whose input is not known yet, by the rules that ignore the input. If no input is needed, judges the call itself. */
export async function prepareAnyCall(
  call: { readonly tool: string; readonly input: InputSnapshot },
  world: JudgingWorld,
): Promise<JudgedRequest> {
  try {
    return await prepareCall(call, world);
  } catch (error) {
    if (!(error instanceof DejimaError && error.code === "invalid_input")) throw error;
    return { ...prepareTool(call.tool, world), input: undefined, effects: [] };
  }
}

/** Judges a tool by the rules that ignore the input. */
export function prepareTool(name: string, world: JudgingWorld): Pick<JudgedRequest, "tool" | "verdict"> {
  const tool = findTool(name, world.registry);
  return { tool, verdict: judgeSafely({ tool, effects: [] }, world.layers) };
}

/** The canonical paths of the folders that the caller named. Throws if the call would reach anything else. */
async function checkAllowedPaths(
  folders: readonly string[],
  effects: readonly Effect[],
  { tool, files }: { readonly tool: Tool; readonly files: FileGuard },
): Promise<readonly string[]> {
  const allowed = await Promise.all(folders.map((folder) => files.canonical(folder)));
  const isInside = (path: string) =>
    allowed.some((folder) => path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`));
  const outside = effects.find(({ kind, target }) => kind.startsWith("file.") && !isInside(target));
  if (outside === undefined) return allowed;
  throw new DejimaError(
    "path_blocked",
    `Cannot call "${tool.name}" on "${outside.target}": its caller allows only ${folders.join(", ") || "no folder"}`,
    { tool: tool.name, path: outside.target },
  );
}

function findTool(name: string, registry: ToolRegistry): Tool {
  const tool = registry.require(name);
  if (tool.dependsOn.length > 0) registry.dependenciesOf(tool);
  return tool;
}

function validateInput(tool: Tool, input: unknown): unknown {
  const result = tool.input.parse(input);
  if (result.ok) return result.value;
  const issues = firstIssues(result.issues);
  const lines = issues.map(({ path, message }) =>
    path === "" ? `the input ${message}` : `"${path}" ${message}`,
  );
  throw new DejimaError("invalid_input", `Cannot call "${tool.name}": ${lines.join("; ")}`, {
    tool: tool.name,
    issues,
  });
}

function unreadable(tool: Tool, { path, problem, kind }: JsonFault): DejimaError {
  const place = path === "" ? "the input" : `"${path}"`;
  const advice = kind === "size" ? ". Put large content in a file and pass its path" : "";
  const details = { tool: tool.name, issues: [{ path, message: problem }] };
  return new DejimaError(
    kind === "size" ? "too_large" : "invalid_input",
    `Cannot call "${tool.name}": ${place} ${problem}${advice}`,
    details,
  );
}

interface ChosenVersion {
  readonly tool: Tool;
  readonly input: unknown;
  readonly declared: readonly Effect[];
}

/** The version of a tool that the run uses. A version that takes another input or has other effects is not used. */
async function chooseVersion(
  chosen: ChosenVersion,
  { named, json }: { readonly named: string; readonly json: string | undefined },
  { variants, files }: Pick<JudgingWorld, "variants" | "files">,
): Promise<ChosenVersion> {
  const { tool } = chosen;
  // A caller that names a version gets it.
  const other = named.includes("@") ? tool : (variants?.choose(tool) ?? tool);
  if (other === tool) return chosen;
  try {
    const input = validateInput(other, json === undefined ? undefined : JSON.parse(json));
    const declared = await declaredEffects(other, input, files);
    if (canonicalJson(declared) === canonicalJson(chosen.declared)) return { tool: other, input, declared };
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
  }
  variants?.reportUnequal(tool);
  return chosen;
}

function declaredEffects(
  tool: Tool,
  input: unknown,
  { workspace }: FileGuard,
): readonly Effect[] | Promise<readonly Effect[]> {
  const priced = (declared: readonly Effect[]) =>
    tool.price === undefined ? declared : [...declared, priceEffect({ ...tool, price: tool.price })];
  const failed = (cause: unknown) => (cause instanceof DejimaError ? cause : undecided(tool, cause));
  try {
    const declared = tool.effects(input, { workspace });
    if (Array.isArray(declared)) return priced(declared);
    return Promise.resolve(declared)
      .then(priced)
      .catch((cause) => Promise.reject(failed(cause)));
  } catch (cause) {
    throw failed(cause);
  }
}

function judgeSafely(
  call: Pick<JudgedRequest, "tool" | "effects" | "explanation">,
  layers: readonly Layer[],
): Verdict {
  try {
    return judge(call, layers);
  } catch (cause) {
    throw undecided(call.tool, cause);
  }
}

// In doubt, deny: a call that cannot be judged does not run.
function undecided(tool: Tool, cause: unknown): DejimaError {
  return new DejimaError(
    "tool_not_allowed",
    `Cannot judge a call of "${tool.name}": ${thrownText(cause)}. It was not run`,
    { tool: tool.name },
    { cause },
  );
}

type Redirectable = { readonly tool: string; readonly input: InputSnapshot };

/** Whether the tool of a call stands for others. Checked first, so that all other calls continue synchronously. */
export function isRedirected({ tool }: Redirectable, { registry }: Pick<JudgingWorld, "registry">): boolean {
  return registry.get(tool)?.redirect !== undefined;
}

/** The call that a redirecting tool stands for. With an invalid input the call stays as it is and fails in validation. */
export async function redirectCall<Request extends Redirectable>(
  request: Request,
  world: Pick<JudgingWorld, "registry" | "limits">,
): Promise<Request> {
  const tool = world.registry.get(request.tool);
  const { json, fault } = request.input;
  if (tool?.redirect === undefined || json === undefined || fault !== undefined) return request;
  const parsed = tool.input.parse(JSON.parse(json));
  if (!parsed.ok) return request;
  const target = await tool.redirect(parsed.value);
  return { ...request, tool: target.tool, input: snapshotInput(target.input, world) };
}

/** Brings every effect to its canonical spelling: canonical paths, parsed URLs, single commands. Refuses a target without one. */
function canonicalEffects(
  effects: readonly Effect[],
  files: FileGuard,
): readonly Effect[] | Promise<readonly Effect[]> {
  // Calls of servers send to hosts and touch no files, so that nothing has to be waited for.
  if (effects.every(isOfHost)) return effects.map(canonicalHost);
  return Promise.all(effects.map((effect) => canonicalEffect(effect, files))).then((lists) => lists.flat());
}

const isOfHost = ({ kind }: Effect) => kind === "host.read" || kind === "host.send";

function canonicalHost(effect: Effect): Effect {
  return { ...effect, target: canonicalUrl(effect.target) };
}

async function canonicalEffect(effect: Effect, files: FileGuard): Promise<readonly Effect[]> {
  if (isOfHost(effect)) return [canonicalHost(effect)];
  // A person accepted the target literally, wherever it is. Its declaration is already a canonical path.
  if (effect.accepted === true) return [effect];
  switch (effect.kind) {
    case "file.write":
      return writes(effect, files);
    case "file.read":
    case "file.delete":
      return [{ ...effect, target: await files.canonical(effect.target) }];
    case "command.run":
      return commands(effect.target, files);
    default:
      return [{ ...effect, target: effect.target.normalize("NFC").trim() }];
  }
}

async function commands(line: string, files: FileGuard): Promise<Effect[]> {
  const { canonicalCommands } = await import("../policy/canonical-command.ts"); // its parser is loaded with the first command
  const found = canonicalCommands(line);
  const byPath = found.some(({ target }) => /^[^ ]*\//.test(target));
  return byPath ? followPrograms(found, await files.canonical(".")) : found;
}

/** A file that self-starting names link to is judged under each of those names, too. */
async function writes(effect: Effect, files: FileGuard): Promise<Effect[]> {
  const target = await files.canonical(effect.target);
  const names = effect.mounted === true ? [] : await files.startingNames(effect.target);
  return [target, ...names].map((name) => ({ ...effect, target: name }));
}

/**
 * Resolves programs that are links in the workspace, so that rules about a program apply whatever its link is called. A `cd`
 * before it in the same line counts.
 */
async function followPrograms(commands: readonly Effect[], workspace: string): Promise<Effect[]> {
  const resolved: Effect[] = [];
  const places = [workspace];
  for (const command of commands) {
    const [program = "", ...words] = command.target.split(" ");
    if (/^(?:cd|pushd)$/.test(program)) places.push(resolve(places.at(-1) ?? workspace, words.at(-1) ?? ""));
    const file = program.includes("/") ? await linkedFile(program, places, workspace) : undefined;
    const opaque = command.opaque === true || (file !== undefined && isOpaqueProgram([file, ...words]));
    resolved.push(
      file === undefined ? command : { ...command, program: file, ...(opaque ? { opaque: true } : {}) },
    );
  }
  return resolved;
}

async function linkedFile(
  program: string,
  places: readonly string[],
  workspace: string,
): Promise<string | undefined> {
  for (const place of places) {
    const path = resolve(place, program);
    if (!path.startsWith(`${workspace}/`)) continue;
    const file = await realpath(path).catch(() => path); // one that does not exist starts nothing
    if (baseName(file) !== baseName(path)) return file;
  }
  return undefined;
}
