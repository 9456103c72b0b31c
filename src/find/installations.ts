import { z } from "zod";
import { DejimaError } from "../contract/error.ts";
import { type PinStore, pinned, pinOfPackage } from "../sources/mcp/pin.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { accountName } from "../support/process/account.ts";
import { installedName, type TrialRecord, trialRecordSchema } from "./trial-record.ts";

/** The most versions that undo can go back to. */
const MOST_VERSIONS = 6;

const versionSchema = z.object({ trial: trialRecordSchema, callId: z.string().optional() });

const installationSchema = z.object({
  /** The name of the server in the config, or the name of the skill. */
  server: z.string(),
  at: z.string(),
  trial: trialRecordSchema,
  /** The call that installed it, for undo. */
  callId: z.string().optional(),
  /** The trial of the version that an update replaced. */
  previous: trialRecordSchema.optional(),
  /** The call that installed the previous version. */
  previousCallId: z.string().optional(),
  /** The versions before the previous one, latest first. */
  earlier: z.array(versionSchema).optional(),
  /** The call of an update that was undone, so that a repeated undo changes nothing. */
  undoneCallId: z.string().optional(),
});

/** A server or skill that was installed after a trial. */
export type Installation = z.infer<typeof installationSchema>;

/** The dependencies of installing: the config of servers, and the skills. Each of their changes is atomic. */
interface InstallWorld {
  readonly documents: DocumentRepository;
  /** The accepted pins of servers. */
  readonly pins: PinStore;
  readonly now: () => number;
  /** The servers in the config, with the checksum of each package. */
  servers(): ReadonlyMap<string, string | undefined>;
  put(name: string, server: Readonly<Record<string, unknown>>): Promise<void>;
  remove(name: string): Promise<void>;
  /** The registered names of a server's tools. */
  toolsOf(server: string): Promise<readonly string[]>;
  readonly skills: {
    /** The skills of this home, with the hash of each installed one. */
    hashes(): Promise<ReadonlyMap<string, string | undefined>>;
    /** Installs the tried bytes with the resources that they used in the trial. Replaces a present skill if `replaces` is set. */
    install(trial: TrialRecord, options: { readonly replaces: boolean }): Promise<void>;
    uninstall(name: string): Promise<void>;
  };
}

/** Servers and skills that were installed after a trial, and the ways to change them. */
export interface Installations {
  list(): Promise<Installation[]>;
  /** Installs exactly the tried version. */
  install(
    trial: TrialRecord,
    options?: { readonly callId?: string },
  ): Promise<{ readonly tools: readonly string[] }>;
  /** Undoes an installation: removes it or restores the previous version. `undefined` if the call installed nothing. */
  undo(callId: string): Promise<Installation | undefined>;
}

const COLLECTION = "installations";

/** Opens the installations of a home. */
export function openInstallations(world: InstallWorld): Installations {
  const { documents, pins } = world;

  async function read(): Promise<Installation[]> {
    const rows = await documents.list(COLLECTION);
    return rows.flatMap(({ value }) => {
      const parsed = installationSchema.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    });
  }

  const now = () => new Date(world.now()).toISOString();

  /**
   * Writes the record first, then the bytes, which make the change effective. If the process is killed in between, the previous
   * version stays in use, and the record still names it.
   */
  async function put(trial: TrialRecord, fields: Partial<Installation>): Promise<void> {
    const key = keyOf(trial);
    const before = await documents.get(COLLECTION, key);
    await documents.put(COLLECTION, key, { server: installedName(trial), at: now(), trial, ...fields });
    try {
      await putBytes(trial);
    } catch (error) {
      if (before === undefined) await documents.delete(COLLECTION, key);
      else await documents.put(COLLECTION, key, before);
      throw error;
    }
  }

  /**
   * Puts the previous version back: first the bytes, then the record. If the process is killed in between, the record still names
   * both versions, so that the same undo can be repeated.
   */
  async function restore(installation: Installation, previous: TrialRecord): Promise<void> {
    const [last, ...earlier] = installation.earlier ?? [];
    await putBytes(previous);
    await documents.put(COLLECTION, keyOf(previous), {
      server: installation.server,
      at: now(),
      trial: previous,
      undoneCallId: installation.callId,
      ...defined({
        callId: installation.previousCallId,
        previous: last?.trial,
        previousCallId: last?.callId,
      }),
      ...(earlier.length === 0 ? {} : { earlier }),
    });
  }

  /** Makes a tried version the one in use. */
  async function putBytes(trial: TrialRecord): Promise<void> {
    const name = installedName(trial);
    const replaces = (await there(trial)).has(name);
    if (trial.skill === undefined) await putServer(trial, { name, at: now(), replaces });
    else await world.skills.install(trial, { replaces });
  }

  async function putServer(
    { server, definitions, integrity }: TrialRecord,
    { name, at, replaces }: { readonly name: string; readonly at: string; readonly replaces: boolean },
  ): Promise<void> {
    const key = replaces && integrity !== "" ? pinOfPackage(name, integrity) : name;
    const note = { by: accountName(), change: `install ${name} as it was tried` };
    if (definitions === undefined) await pins.delete(name, note);
    else await pins.put(key, pinned(undefined, definitions, at), note);
    try {
      await world.put(name, server?.config ?? {});
    } catch (error) {
      await pins.delete(key, { ...note, change: `${name} could not be installed` });
      throw error;
    }
  }

  /** The present skills if the trial is of a skill, otherwise the present servers, with the hash of their bytes. */
  const there = async ({ skill }: TrialRecord): Promise<ReadonlyMap<string, string | undefined>> =>
    skill === undefined ? world.servers() : world.skills.hashes();

  async function list(): Promise<Installation[]> {
    const all = await read();
    const present = await Promise.all(all.map(({ trial }) => there(trial)));
    return all.flatMap((one, at) =>
      present[at]?.has(one.server) === true ? [inUse(one, present[at].get(one.server))] : [],
    );
  }

  return {
    list,
    async install(trial, { callId } = {}) {
      const [name, key] = [installedName(trial), keyOf(trial)];
      if (trial.grade === "dangerous") throw dangerous(trial);
      const record = (await read()).find((one) => keyOf(one.trial) === key);
      const present = await there(trial);
      const isThere = present.has(name);
      const former = record && inUse(record, present.get(name));
      if (isThere && trial.update === undefined)
        throw new DejimaError(
          "conflict",
          trial.skill === undefined
            ? `Cannot install "${name}": a server of this name already exists. Remove it first: dejima mcp remove ${name}`
            : `Cannot install "${name}": a skill of this name already exists. Remove it first: dejima skill uninstall ${name}`,
        );
      await put(trial, {
        ...defined({ callId }),
        ...(isThere && former !== undefined ? before(former) : {}),
      });
      return { tools: trial.skill === undefined ? await world.toolsOf(name) : [] };
    },
    async undo(callId) {
      const all = await read();
      const installation =
        all.find((one) => one.callId === callId) ?? (await list()).find((one) => one.callId === callId);
      if (installation === undefined) {
        const done = all.find((one) => one.undoneCallId === callId);
        return done && { ...done, previous: done.trial };
      }
      if (installation.previous !== undefined) await restore(installation, installation.previous);
      else {
        const isThere = (await there(installation.trial)).has(installation.server);
        if (isThere && installation.trial.skill === undefined) await world.remove(installation.server);
        else if (isThere) await world.skills.uninstall(installation.server);
        await documents.delete(COLLECTION, keyOf(installation.trial));
      }
      return installation;
    },
  };
}

/** The installation as it is in use. A killed update, or a killed undo of one, has left the previous version in place. */
function inUse(one: Installation, hash: string | undefined): Installation {
  const { server, at, trial, previous, previousCallId, earlier: [last, ...earlier] = [] } = one;
  if (previous === undefined || hash !== previous.integrity || hash === trial.integrity) return one;
  return {
    server,
    at,
    trial: previous,
    ...defined({ callId: previousCallId, previous: last?.trial, previousCallId: last?.callId }),
    ...(earlier.length === 0 ? {} : { earlier }),
  };
}

/** What an update records of the version in use. */
function before({
  trial,
  callId,
  previous,
  previousCallId,
  earlier = [],
}: Installation): Partial<Installation> {
  const older = previous === undefined ? [] : [{ trial: previous, ...defined({ callId: previousCallId }) }];
  return {
    previous: trial,
    ...defined({ previousCallId: callId }),
    earlier: [...older, ...earlier].slice(0, MOST_VERSIONS),
  };
}

/** A server and a skill may have the same name, so the key includes the kind. */
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
