import { runOfCall } from "../../execution/run/run-id.ts";
import type { OpenRun } from "../../execution/run/run-surface.ts";
import { createHttpClient } from "../../network/create-http-client.ts";
import type { HttpClient } from "../../network/http-client.ts";
import { addressEffect } from "../../policy/canonical-url.ts";
import type { OutgoingRules } from "./outgoing-rules.ts";
import type { VaultServices } from "./wire-vault.ts";

/**
 * The HTTP client that the config describes. Requests made for a call are recorded in the log of the call's
 * run.
 */
export function openNetwork(
  { network: { timeout, ...limits }, veto }: OutgoingRules,
  runOf: (runId: string) => Pick<OpenRun, "record" | "judgeStep"> | undefined,
  { secretsFor }: Pick<VaultServices, "secretsFor">,
): HttpClient {
  return createHttpClient({
    ...limits,
    veto,
    secretsFor,
    timeoutMs: timeout,
    judgeRedirect({ url, sends, callId }) {
      const runId = callId === undefined ? undefined : runOfCall(callId);
      if (callId === undefined || runId === undefined) return "allow"; // belongs to no call: the veto alone decides
      return runOf(runId)?.judgeStep(callId, addressEffect(url, sends)) ?? "allow";
    },
    log({ callId, at: _start, ...sent }) {
      const runId = callId === undefined ? undefined : runOfCall(callId);
      if (callId === undefined || runId === undefined) return;
      runOf(runId)?.record({ type: "request-end", runId, at: new Date().toISOString(), callId, ...sent });
    },
  });
}
