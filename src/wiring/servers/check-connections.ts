import type { MessengerInfo } from "../../contract/user/messenger.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { Runtime } from "../runtime-surface.ts";

/** The state of one external connection, and how to fix it. */
interface ConnectionCheck {
  readonly name: string;
  readonly status: "ok" | "absent" | "warning" | "failed";
  readonly message: string;
  readonly fix?: string;
}

/** Checks the model, the secrets that the config names, the MCP servers that cannot start, and the messengers. */
export async function* checkConnections(
  runtime: Pick<Runtime, "models" | "secrets" | "mcp" | "channels">,
): AsyncIterable<ConnectionCheck> {
  yield await checkModel(runtime);
  const unread = await runtime.secrets.unreadable().catch(() => []);
  const [first] = unread;
  if (first !== undefined)
    yield {
      name: "secrets",
      status: "failed",
      message: `${unread.map(({ name }) => name).join(", ")} cannot be read: ${first.why}`,
      fix: "bring back the key that they were stored with (vault.key in the folder of your config, or DEJIMA_VAULT_KEY), or set them again",
    };
  const servers = await runtime.mcp.reports().catch(() => []);
  for (const { name, state, problem } of servers)
    if (state === "failing" && problem !== undefined)
      yield { name: `mcp ${name}`, status: "warning", message: problem };
  const found = await runtime.channels.list().catch(() => []);
  for (const one of found) if (one.connected && one.enabled) yield checkMessenger(one);
}

async function checkModel({ models }: Pick<Runtime, "models">): Promise<ConnectionCheck> {
  const about = { name: "model", fix: "`dejima model connect` connects one" } as const;
  try {
    const { id, missing } = await models.state();
    if (missing !== undefined) return { name: "model", status: "warning", message: `${id}: ${missing}` };
    if (!id.startsWith("offline:")) return { name: "model", status: "ok", message: id };
    return { ...about, status: "absent", message: "none is connected: fixed rules answer" };
  } catch (cause) {
    return { ...about, status: "failed", message: thrownText(cause) };
  }
}

function checkMessenger({
  name,
  title,
  secrets,
  allowed,
  approvers,
  state,
  problem,
}: MessengerInfo): ConnectionCheck {
  const about = { name: `messenger ${name}`, status: "warning" } as const;
  const missing = secrets.find(({ isSet, optional }) => !isSet && !optional);
  if (missing !== undefined)
    return {
      ...about,
      message: `${title}: ${missing.key} is missing`,
      fix: `dejima channel connect ${name}`,
    };
  if (state === "failing")
    return {
      ...about,
      message: `${title} is not connected: ${problem?.text ?? "the reason is not known"}`,
      fix:
        problem?.kind === "refused"
          ? `enter its keys again: dejima channel connect ${name}`
          : "check the network",
    };
  if (allowed.length === 0)
    return { ...about, message: `${title}: nobody may write`, fix: `dejima channel allow ${name} ID` };
  if (approvers?.length === 0)
    return {
      ...about,
      message: `${title}: nobody may answer questions, so what has to be asked about is refused`,
      fix: `dejima channel allow ${name} ID --approver`,
    };
  return {
    ...about,
    status: "ok",
    message: state === "connected" ? `${title} is connected` : `${title} is set up`,
  };
}
