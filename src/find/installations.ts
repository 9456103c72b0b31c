import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { pinned } from "../sources/mcp/pin.ts";
import type { DocumentRepository } from "../store/store.ts";
import { installedName, type TrialRecord, trialRecordSchema } from "./trial-record.ts";

const installationSchema = z.object({
  /** The name of the server in the config, or of the skill. */
  server: z.string(),
  at: z.string(),
  trial: trialRecordSchema,
  /** The call that installed it, for undo. */
  callId: z.string().optional(),
  /** What stood there before an update. */
  previous: trialRecordSchema.optional(),
});

/** Something that was installed after a trial. */
export type Installation = z.infer<typeof installationSchema>;

/** What installing needs of the world: the config of servers and the skills, where a change is made at once or not at all. */
interface InstallWorld {
  readonly documents: DocumentRepository;
  readonly now: () => number;
  /** Names of the servers that the config has. */
  servers(): readonly string[];
  put(name: string, server: Readonly<Record<string, unknown>>): Promise<void>;
  remove(name: string): Promise<void>;
  /** The registered names of a server's tools. */
  toolsOf(server: string): Promise<readonly string[]>;
  readonly skills: {
    names(): Promise<readonly string[]>;
    /** Installs the bytes that were tried, with what they were seen to need. */
    install(trial: TrialRecord): Promise<void>;
    uninstall(name: string): Promise<void>;
  };
}

/** What was installed after a trial, and the ways to change it. */
export interface Installations {
  list(): Promise<Installation[]>;
  /** Installs what was tried, exactly as it was. */
  install(
    trial: TrialRecord,
    options?: { readonly callId?: string },
  ): Promise<{ readonly tools: readonly string[] }>;
  /** Takes back what a call installed. Returns `undefined` if the call installed nothing. */
  undo(callId: string): Promise<Installation | undefined>;
}

const COLLECTION = "installations";
const PINS = "mcp-pins";

/** Opens what was installed in a home. */
export function openInstallations(world: InstallWorld): Installations {
  const { documents } = world;

  async function read(): Promise<Installation[]> {
    const held = await documents.list(COLLECTION);
    return held.flatMap(({ value }) => {
      const parsed = installationSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
  }

  /** What was agreed to comes first, then the config, which is what makes it real: a kill in between leaves nothing in use. */
  async function put(trial: TrialRecord, fields: Pick<Installation, "callId" | "previous">): Promise<void> {
    if (trial.skill !== undefined) return putSkill(trial, fields);
    const { name, config } = trial.server ?? { name: installedName(trial), config: {} };
    const at = new Date(world.now()).toISOString();
    const before = await documents.get(PINS, name);
    if (trial.definitions === undefined) await documents.delete(PINS, name);
    else await documents.put(PINS, name, pinned(undefined, trial.definitions, at));
    await documents.put(COLLECTION, name, { server: name, at, trial, ...fields });
    try {
      await world.put(name, config);
    } catch (error) {
      if (before === undefined) await documents.delete(PINS, name);
      else await documents.put(PINS, name, before);
      if (fields.previous === undefined) await documents.delete(COLLECTION, name);
      else await documents.put(COLLECTION, name, { server: name, at, trial: fields.previous });
      throw error;
    }
  }

  async function putSkill(trial: TrialRecord, fields: Pick<Installation, "callId">): Promise<void> {
    const name = installedName(trial);
    const at = new Date(world.now()).toISOString();
    await documents.put(COLLECTION, keyOf(trial), { server: name, at, trial, ...fields });
    try {
      await world.skills.install(trial);
    } catch (error) {
      await documents.delete(COLLECTION, keyOf(trial));
      throw error;
    }
  }

  /** Names of what is there, of the same kind. */
  const there = async ({ skill }: TrialRecord): Promise<readonly string[]> =>
    skill === undefined ? world.servers() : world.skills.names();

  return {
    async list() {
      const all = await read();
      const names = await Promise.all(all.map(({ trial }) => there(trial)));
      return all.filter(({ server }, at) => names[at]?.includes(server));
    },
    async install(trial, { callId } = {}) {
      const [name, key] = [installedName(trial), keyOf(trial)];
      if (trial.grade === "dangerous") throw dangerous(trial);
      const held = (await read()).find((one) => keyOf(one.trial) === key);
      const isThere = (await there(trial)).includes(name);
      if (isThere && trial.update === undefined)
        throw new DejimaError(
          "conflict",
          trial.skill === undefined
            ? `Cannot install "${name}": a server of this name already exists. Remove it first: dejima mcp remove ${name}`
            : `Cannot install "${name}": a skill of this name already exists. Remove it first: dejima skill uninstall ${name}`,
        );
      await put(trial, {
        ...(callId === undefined ? {} : { callId }),
        ...(isThere && held !== undefined ? { previous: held.trial } : {}),
      });
      return { tools: trial.skill === undefined ? await world.toolsOf(name) : [] };
    },
    async undo(callId) {
      const held = (await read()).find((one) => one.callId === callId);
      if (held === undefined) return undefined;
      if (held.previous !== undefined) await put(held.previous, {});
      else {
        const isThere = (await there(held.trial)).includes(held.server);
        if (isThere && held.trial.skill === undefined) await world.remove(held.server);
        else if (isThere) await world.skills.uninstall(held.server);
        await documents.delete(COLLECTION, keyOf(held.trial));
      }
      return held;
    },
  };
}

/** A server and a skill may have one name. */
function keyOf(trial: TrialRecord): string {
  return `${trial.skill === undefined ? "" : "skill "}${installedName(trial)}`;
}

function dangerous({ candidate, lines }: TrialRecord): DejimaError {
  const worst = lines.filter(({ severity }) => severity === "danger").map(({ text }) => text);
  return new DejimaError(
    "tool_not_allowed",
    `Cannot install "${candidate.name}": ${worst.slice(0, 3).join("; ")}. Choose another one`,
    { findings: worst },
  );
}
