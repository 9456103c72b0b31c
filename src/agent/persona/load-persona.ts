import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import { type Persona, personaSchema } from "./persona.ts";

/** Reads a persona from the first folder that has it. */
export async function loadPersona(name: string, folders: readonly string[]): Promise<Persona> {
  for (const folder of folders) {
    const file = join(folder, `${name}.yaml`);
    const text = /^[a-z0-9-]+$/.test(name) ? await readFile(file, "utf8").catch(() => undefined) : undefined;
    if (text !== undefined) return parsePersona(text, file);
  }
  const known = (await listPersonas(folders)).join(", ");
  throw new DejimaError("not_found", `Cannot find persona "${name.slice(0, 100)}": there are ${known}`, {
    name,
  });
}

/** The names of the personas there are. */
export async function listPersonas(folders: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const names = lists.flat().filter((name) => name.endsWith(".yaml"));
  return [...new Set(names.map((name) => name.slice(0, -5)))].sort();
}

function parsePersona(text: string, file: string): Persona {
  const result = personaSchema.safeParse(parse(text));
  if (!result.success) {
    throw new DejimaError("invalid_input", `Cannot use persona "${file}": ${z.prettifyError(result.error)}`, {
      file,
    });
  }
  for (const { pattern } of result.data.forbidden) {
    try {
      new RegExp(pattern, "giu");
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new DejimaError("invalid_input", `Cannot use persona "${file}": the pattern ${pattern}: ${why}`, {
        file,
      });
    }
  }
  return result.data;
}
