import type { Artifact } from "../../contract/data/artifact.ts";
import type { ChangedFile, FileWitness } from "../../contract/data/file-access.ts";
import type { Mark } from "../../contract/mark.ts";
import { AWAY_WAIT_MS, isStoreAway, retryWhileAway } from "../../store/store-errors.ts";
import type { Call, JudgedRequest } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { EMPTY, type StoredMark } from "./mark-index.ts";
import { type SourcedValues, storedSource } from "./sourced-values.ts";

/**
 * Tracks marked content through one call. What the call reads marks the run. What it stores is marked if the run is marked or
 * the call itself brings in content from outside.
 */
export class ContentWitness implements FileWitness {
  readonly #call: Call;
  readonly #judged: JudgedRequest;
  readonly #world: ExecutionWorld;
  readonly #entered = new Set<string>();
  readonly #sourcedValues: SourcedValues[] = [];
  readonly #pending: Promise<void>[] = [];
  #unseen: readonly string[] = [];

  constructor(call: Call, judged: JudgedRequest, world: ExecutionWorld) {
    this.#call = call;
    this.#judged = judged;
    this.#world = world;
  }

  /** The sources of the marked content that this call has read. */
  get entered(): readonly string[] {
    return [...this.#entered];
  }

  /** The sources and values that came with what this call has read. */
  get sourcedValues(): readonly SourcedValues[] {
    return this.#sourcedValues;
  }

  /** Marks the run, because the output contains content of these sources. */
  enter(sources: readonly string[], { through, values }: { through?: string; values?: unknown } = {}): void {
    for (const source of sources) {
      this.#entered.add(source);
      this.#sourcedValues.push({ source: storedSource(source, through), values });
    }
    this.#world.provenance.mark(sources, { callId: this.#call.callId, through });
  }

  /** Called before a call that reads by its own means: everything within its reach counts as read. */
  async begin(): Promise<void> {
    const { tool, effects } = this.#judged;
    const { marks, workspace } = this.#world;
    const runs = effects.some(({ kind }) => kind === "command.run");
    const declared = effects.filter(({ kind }) => kind.startsWith("file.")).map(({ target }) => target);
    // A built-in program sees the workspace. A skill's program sees only what was accepted with the skill.
    const reach = runs && tool.category !== "skill" ? [workspace, ...declared] : declared;
    this.#enterAll(await marks.inFolders(reach));
    if (tool.flow.files === "guarded") return;
    for (const path of declared) {
      const hash = await this.#hashOf(path);
      if (hash !== undefined) this.#enterAll(await marks.ofContent(hash));
    }
    this.#unseen = effects.flatMap(({ kind, target }) => (kind === "file.write" ? [target] : []));
    await this.writing(this.#unseen.map((path) => ({ path, tree: true })));
  }

  async read(path: string, content: Uint8Array): Promise<void> {
    this.#enterAll(await this.#world.marks.ofFile(path, content));
  }

  async named(paths: readonly string[]): Promise<void> {
    this.#enterAll(await this.#world.marks.ofPaths(paths));
  }

  async writing(changes: readonly ChangedFile[]): Promise<void> {
    const marks = await Promise.all(changes.map((change) => this.#marksFor(change)));
    await this.#world.marks.put(marks.flat());
  }

  async written(changes: readonly ChangedFile[]): Promise<void> {
    // A move leaves nothing behind. A file that a clean call has written completely contains nothing of its old content.
    const moved = changes.flatMap(({ from }) => (from === undefined ? [] : [{ path: from }]));
    const deleted = changes.filter(({ sha256: hash, tree }) => hash === undefined && tree !== true);
    const whole =
      this.#sources().length === 0
        ? changes.filter(({ from, tree }) => from === undefined && tree !== true)
        : [];
    const cleared = [...moved, ...deleted, ...whole];
    if (cleared.length === 0) return;
    try {
      await this.#world.marks.clearPaths(cleared, this.#call.runId);
    } catch (error) {
      // The files are written, so the call has not failed. They keep their marks.
      if (!isStoreAway(error)) throw error;
    }
  }

  /**
   * Marks a file for the user by its content, so that every copy of it is marked. A text in the user's own words stays theirs,
   * whichever tool saves it.
   */
  artifact({ name, sha256: hash, bytes }: Artifact, content: Uint8Array): void {
    const isOwn = this.#entered.size === 0 && this.#world.provenance.isOwnText(content);
    const sources = isOwn ? [] : this.#sources();
    if (sources.length === 0 || bytes === 0) return;
    const mark = this.#mark("content", hash, `artifact ${name} of run ${this.#call.runId}`, sources);
    const put = putMarks(this.#world.marks, [mark]);
    put.catch(() => {}); // `end` reports it
    this.#pending.push(put);
  }

  /** Waits until everything that must be marked is marked. Called when the call is over. */
  async end(): Promise<void> {
    await Promise.all(this.#pending);
    for (const path of this.#unseen) {
      const hash = await this.#hashOf(path);
      if (hash !== undefined) await putMarks(this.#world.marks, await this.#marksFor({ path, sha256: hash }));
    }
  }

  #enterAll(found: readonly StoredMark[]): void {
    for (const { sources, through } of found) this.enter(sources, { through });
  }

  async #marksFor({ path, sha256: hash, from, tree }: ChangedFile): Promise<Mark[]> {
    if (hash === undefined && tree !== true) return [];
    const carried = from === undefined ? [] : await this.#world.marks.ofPaths([from]);
    const sources = [...new Set([...this.#sources(), ...carried.flatMap((found) => found.sources)])];
    if (sources.length === 0) return [];
    if (hash === undefined) return [this.#mark("folder", path, path, sources)];
    const file = this.#mark("file", path, path, sources);
    return hash === EMPTY ? [file] : [file, this.#mark("content", hash, path, sources)];
  }

  #mark(kind: Mark["kind"], key: string, name: string, sources: readonly string[]): Mark {
    const at = Math.floor(this.#world.now());
    return { kind, key, name, sources: [...sources], runId: this.#call.runId, at };
  }

  #sources(): readonly string[] {
    const { provenance } = this.#world;
    const own = provenance.sourceOf(this.#judged);
    const inputSources = provenance.inputSources(this.#judged);
    // The user's words may be stored together with what the call has read, and are then marked as well.
    return [...new Set([...inputSources, ...this.#entered, ...(own === undefined ? [] : [own])])];
  }

  async #hashOf(path: string): Promise<string | undefined> {
    try {
      return await (await this.#world.files.repair()).hashOf(path);
    } catch {
      return undefined; // a folder, or not readable
    }
  }
}

/** Marks what a call has already written. Waits for a store that is away. */
const putMarks = (marks: ExecutionWorld["marks"], added: readonly Mark[]) =>
  retryWhileAway(() => marks.put(added), { forMs: AWAY_WAIT_MS });

/** Whether a call may read or write files without its witness: a program, or a tool with its own access to the disk. */
export function isUnwitnessed({ tool, effects }: JudgedRequest): boolean {
  return effects.some(
    ({ kind }) => kind === "command.run" || (tool.flow.files === "own" && kind.startsWith("file.")),
  );
}
