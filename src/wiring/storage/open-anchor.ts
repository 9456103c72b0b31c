import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import { signingKeyFile } from "../../config/places/state-folder.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import { DejimaError } from "../../contract/error.ts";
import { createHeadChain, type HeadChain } from "../../execution/anchor/head-chain.ts";
import { HEADS_FILE } from "../../execution/anchor/read-heads.ts";
import { shareHeads } from "../../execution/anchor/shared-heads.ts";
import { type HeadSigner, readSigningKey } from "../../execution/anchor/signing-key.ts";
import type { WitnessRecord } from "../../execution/anchor/verify-run.ts";
import {
  fileWitness,
  type SendToWitness,
  timestampWitness,
  type Witness,
  webhookWitness,
} from "../../execution/anchor/witness.ts";
import type { HttpClient } from "../../network/http-client.ts";
import type { Store } from "../../store/store.ts";
import { sharedOf } from "./wire-storage.ts";

interface AnchorParts {
  readonly settings: Settings;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly client: HttpClient;
  store(): Promise<Store>;
  onFault(fault: unknown): void;
}

/** The chain of log heads of a home, and the functions that check it. */
interface Anchor {
  readonly chain: HeadChain;
  /** Fetches the heads that other machines have chained. */
  pull(): Promise<void>;
  readonly witnesses: readonly WitnessRecord[];
  signer(): HeadSigner | undefined;
}

/** Opens the chain of heads that the config describes. */
export function openAnchor({ settings, variables, client, store, onFault }: AnchorParts): Anchor {
  const { config, base, home } = settings;
  const named = config.log.signingKey;
  const file = named === undefined ? signingKeyFile(variables) : resolve(base, named);
  const signer = () => (file === undefined ? undefined : readSigningKey(file, home));
  const send = sendThrough(client);
  const found = config.log.witnesses.map((witness) => openWitness(witness, base, send));
  // Machines may have separate homes, so they share the chain through their common store.
  const isShared = config.runs === "workers" || config.store !== undefined;
  const shared = isShared
    ? shareHeads(join(home, HEADS_FILE), async () => (await store()).documents, {
        onCut: onFault,
        // This home may have begun a separate chain before chains were shared.
        keepsOwn: config.runs === "here",
      })
    : undefined;
  async function inStep<Result>(work: () => Result): Promise<Result> {
    await shared?.pull();
    const result = work();
    await shared?.push();
    return result;
  }
  const chain = createHeadChain({
    home,
    witnesses: found.map(({ witness }) => witness),
    signer,
    now: Date.now,
    ...(isShared
      ? { exclusive: async (work) => sharedOf(await store()).exclusive("heads", () => inStep(work)) }
      : {}),
    onChained: async (heads) => (await store()).runs.noteChained(heads),
    onFault,
  });
  const pull = async () => shared?.pull();
  return { chain, pull, witnesses: found.map(({ record }) => record), signer };
}

function openWitness(
  configured: Config["log"]["witnesses"][number],
  base: string,
  send: SendToWitness,
): { witness: Witness; record: WitnessRecord } {
  if ("file" in configured) {
    const file = resolve(base, configured.file);
    const witness = fileWitness(file);
    return { witness, record: { name: witness.name, file } };
  }
  if ("webhook" in configured) {
    const witness = webhookWitness(configured.webhook, send);
    return { witness, record: { name: witness.name } };
  }
  const witness = timestampWitness(configured.timestamp, send);
  const { certificate } = configured;
  if (certificate === undefined) return { witness, record: { name: witness.name } };
  return {
    witness,
    record: { name: witness.name, certificate: readFileSync(resolve(base, certificate), "utf8") },
  };
}

const MAX_ANSWER_BYTES = 100_000;

function sendThrough(client: HttpClient): SendToWitness {
  return async ({ url, contentType, body }) => {
    const answer = await client.request({
      url,
      method: "POST",
      headers: { "content-type": contentType },
      body,
      redirects: "same-host",
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw new DejimaError("server_unavailable", `it answered ${answer.status}`);
  };
}
