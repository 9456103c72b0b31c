import { resolve } from "node:path";
import { readRunOption, type WrittenOption } from "./run-options.ts";

/** A folder of this machine, or a volume that is stored for the server, at a path inside its container. */
export interface ImageMount {
  /** A path of this machine, or the name of the server's volume. */
  readonly source: string;
  readonly kind: "path" | "kept";
  readonly target: string;
  readonly access: "read-only" | "read-write";
}

/** A refused option, and why. */
interface RefusedOption {
  readonly option: string;
  readonly why: string;
}

/** A server that comes as an image of a container engine: `docker run -i --rm IMAGE ARGS`. */
export interface ServerImage {
  readonly image: string;
  readonly args: readonly string[];
  readonly entrypoint?: string;
  readonly workingDirectory?: string;
  readonly mounts: readonly ImageMount[];
  /** Variables that the command sets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables that it passes on. */
  readonly passed: readonly string[];
  /** Options that would give it more than a contained server may have. It does not start with any. */
  readonly refused: readonly RefusedOption[];
  /** The required id of the image. Default: whatever the engine has under its name. */
  readonly integrity?: string;
}

/** The parsed command, and the same command without refused options. */
export interface ContainerCommand extends ServerImage {
  readonly without: readonly string[];
}

const LAUNCHERS = [
  ["docker", "run"],
  ["docker", "container", "run"],
  ["podman", "run"],
  ["podman", "container", "run"],
];

/**
 * Parses a command that starts a container. Returns `undefined` for any other command. Relative paths are
 * resolved against `base`.
 */
export function readContainerCommand(argv: readonly string[], base: string): ContainerCommand | undefined {
  const program = (argv[0] ?? "").replace(/^(?:\/usr)?(?:\/local)?\/bin\//, "");
  const plain = [program, ...argv.slice(1)];
  const words = LAUNCHERS.find((form) => form.every((word, index) => plain[index] === word));
  if (words === undefined) return undefined;
  const parsed: ParsedOptions = { base, mounts: [], environment: {}, passed: [] };
  const refused: RefusedOption[] = [];
  const allowedWords: string[] = argv.slice(0, words.length);
  let at = words.length;
  while (at < argv.length && (argv[at] ?? "").startsWith("-")) {
    const here = argv.slice(at);
    if (here[0] === "--") {
      at++;
      break;
    }
    const options = readRunOption(here);
    const taken = Math.max(1, ...(options ?? []).map((option) => option.words));
    const refusals =
      options === undefined
        ? [{ option: here[0] ?? "", why: "is not understood" }]
        : options.flatMap((option) => {
            const why = take(parsed, option);
            return why === undefined ? [] : [{ option: spelled(option), why }];
          });
    refused.push(...refusals);
    if (refusals.length === 0) allowedWords.push(...here.slice(0, taken));
    at += taken;
  }
  const [image = "", ...args] = argv.slice(at);
  if (!/^[\w][\w.:/@-]*$/.test(image))
    refused.push({ option: image || "a command without an image", why: "is not an image" });
  const { base: _base, ...settings } = parsed;
  return { ...settings, refused, image, args, without: [...allowedWords, image, ...args] };
}

/** The options parsed so far. */
interface ParsedOptions {
  readonly base: string;
  readonly mounts: ImageMount[];
  readonly environment: Record<string, string>;
  readonly passed: string[];
  entrypoint?: string;
  workingDirectory?: string;
}

const spelled = ({ name, value, option }: WrittenOption): string =>
  option.takesValue ? `--${name} ${value}` : `--${name}`;

/** Applies one option. Returns why it is refused, if it is. */
function take(parsed: ParsedOptions, { name, value, option }: WrittenOption): string | undefined {
  if (option.use === "ours") return undefined;
  if (option.use === "refused") return option.why ?? "gives it more";
  if (name === "env") {
    const at = value.indexOf("=");
    if (at === -1) parsed.passed.push(value);
    else parsed.environment[value.slice(0, at)] = value.slice(at + 1);
  }
  if (name === "volume") return mount(parsed, volumeParts(value));
  if (name === "mount") return mount(parsed, mountParts(value));
  if (name === "workdir") parsed.workingDirectory = value;
  if (name === "entrypoint") parsed.entrypoint = value;
  if (name === "network" && value !== "none")
    return "a contained server reaches only the hosts that you grant: --host NAME";
  if (name === "user" && /^(?:0|root)(?::|$)/.test(value))
    return "it runs as you, or as nobody if you are the administrator";
  if (name === "security-opt" && !/^no-new-privileges(?:[:=]true)?$/.test(value))
    return "takes down a wall between the server and this machine";
  return undefined;
}

function mount({ base, mounts }: ParsedOptions, parts: MountParts | undefined): string | undefined {
  if (parts === undefined || !parts.target.startsWith("/")) return "is not understood; write SOURCE:/TARGET";
  const { source, target, access } = parts;
  if (source.startsWith("~")) return "write the whole path of the folder";
  const isPath = source === "." || source === ".." || source.includes("/");
  const volumeName = (source || target).replaceAll(/[^\w.-]+/g, "-").replace(/^[-.]+/, "") || "data";
  mounts.push({
    source: isPath ? resolve(base, source) : volumeName,
    kind: isPath ? "path" : "kept",
    target: resolve("/", target),
    access,
  });
  return undefined;
}

type MountParts = Pick<ImageMount, "source" | "target" | "access">;

/** `SOURCE:TARGET[:OPTIONS]`, or a target alone. */
function volumeParts(text: string): MountParts | undefined {
  const [first = "", second, options = "", ...rest] = text.split(":");
  if (rest.length > 0) return undefined;
  const access = options.split(",").includes("ro") ? "read-only" : "read-write";
  return second === undefined
    ? { source: "", target: first, access }
    : { source: first, target: second, access };
}

/** `type=bind,source=PATH,target=PATH,readonly`. */
function mountParts(text: string): MountParts | undefined {
  const parts = new Map(
    text.split(",").map((part) => {
      const at = part.indexOf("=");
      return at === -1 ? [part, "true"] : [part.slice(0, at), part.slice(at + 1)];
    }),
  );
  const pick = (...names: string[]) =>
    names.map((name) => parts.get(name)).find((value) => value !== undefined);
  const type = parts.get("type") ?? "volume";
  const target = pick("target", "destination", "dst");
  const source = pick("source", "src") ?? "";
  if (
    target === undefined ||
    !["bind", "volume"].includes(type) ||
    (type === "bind" && !source.includes("/"))
  )
    return undefined;
  const readonly = ["true", "1"].includes(pick("readonly", "ro") ?? "");
  return { source, target, access: readonly ? "read-only" : "read-write" };
}

/** The refused options, one per line. */
export function describeRefused(refused: readonly RefusedOption[]): string {
  return refused.map(({ option, why }) => `${option}: ${why}`).join("; ");
}
