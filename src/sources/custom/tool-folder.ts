import { watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Tool } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";
import { errnoOf } from "../../support/disk/errno.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { type LoadedFile, loadToolFile } from "./load-tool-file.ts";

/** The result of loading one file. */
export interface FileReport {
  readonly file: string;
  readonly tools: readonly string[];
  /** Why its tools were not loaded. */
  readonly problem?: string;
}

/** A folder of tool files. Its tools are in the registry while it is open. */
export interface ToolFolder {
  readonly folder: string;
  report(): readonly FileReport[];
  /** Whether its content is no longer the accepted one. Tools that were loaded before stay. */
  changed(): boolean;
  /** Reads the disk again: loads new files, reloads changed ones, removes the tools of deleted ones. */
  rescan(): Promise<void>;
  /** Rescans on every change from now on. */
  watch(): void;
  close(): void;
}

const QUIET_MS = 60;

/**
 * Loads the tool files of a folder. If a file fails, its earlier tools and all other files stay loaded.
 * Before each scan, `mayLoad` decides whether the folder's current content may run.
 */
export async function openToolFolder(
  folder: string,
  { registry, mayLoad }: { readonly registry: ToolRegistry; mayLoad(): Promise<boolean> },
): Promise<ToolFolder> {
  const loadedFiles = new Map<string, LoadedFile>();
  const problems = new Map<string, string>();
  let closed = false;
  let changed = false;
  let watcher: ReturnType<typeof watch> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let scanning: Promise<void> = Promise.resolve();

  async function scan(): Promise<void> {
    changed = !(await mayLoad());
    if (changed) return;
    const files = await toolFiles(folder);
    for (const file of [...loadedFiles.keys(), ...problems.keys()].filter((name) => !files.includes(name))) {
      remove(loadedFiles.get(file)?.tools ?? []);
      loadedFiles.delete(file);
      problems.delete(file);
    }
    for (const file of files) await load(file);
  }

  async function load(file: string): Promise<void> {
    const before = loadedFiles.get(file);
    try {
      const loaded = await loadToolFile(join(folder, file), file);
      problems.delete(file);
      if (closed || loaded.hash === before?.hash) return;
      replace(before?.tools ?? [], loaded.tools);
      loadedFiles.set(file, loaded);
    } catch (error) {
      problems.set(file, thrownText(error));
    }
  }

  function replace(old: readonly Tool[], fresh: readonly Tool[]): void {
    remove(old);
    try {
      registry.registerMany(fresh);
    } catch (error) {
      registry.registerMany(old);
      throw error;
    }
  }

  function remove(tools: readonly Tool[]): void {
    for (const tool of tools) if (registry.get(tool.name) === tool) registry.unregister(tool.name);
  }

  function rescan(): Promise<void> {
    scanning = scanning.then(scan, scan);
    return scanning;
  }

  await rescan();
  return {
    folder,
    report: () =>
      [...new Set([...loadedFiles.keys(), ...problems.keys()])].sort().map((file) => {
        const problem = problems.get(file);
        const tools = (loadedFiles.get(file)?.tools ?? []).map(({ name }) => name);
        return { file, tools, ...defined({ problem }) };
      }),
    changed: () => changed,
    rescan,
    watch() {
      watcher ??= watch(folder, { persistent: false }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => void rescan(), QUIET_MS);
        timer.unref();
      }).on("error", () => watcher?.close());
    },
    close() {
      closed = true;
      clearTimeout(timer);
      watcher?.close();
      for (const { tools } of loadedFiles.values()) remove(tools);
    },
  };
}

/** The names of the tool files of a folder. Links are ignored: they could lead out of it. */
export async function toolFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && /^[^._].*\.[cm]?[jt]s$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => !/\.(?:test|d)\.[cm]?[jt]s$/.test(name))
    .sort();
}
