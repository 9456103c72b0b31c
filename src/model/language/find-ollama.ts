const ADDRESS = "http://127.0.0.1:11434";
const PATIENCE_MS = 300;

/** A local Ollama and the model to use of it; nothing when none answers at once. */
export async function findOllama(host?: string): Promise<{ baseUrl: string; name: string } | undefined> {
  const address = normalise(host);
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = await response.json();
    const name = firstModel(body);
    return name === undefined ? undefined : { baseUrl: `${address}/v1`, name };
  } catch {
    return undefined;
  }
}

function normalise(host: string | undefined): string {
  if (host === undefined || host === "") return ADDRESS;
  const url = host.includes("://") ? host : `http://${host}`;
  return url.replace("0.0.0.0", "127.0.0.1").replace(/\/+$/, "");
}

function firstModel(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("models" in body) || !Array.isArray(body.models))
    return undefined;
  const names = body.models.map((model: unknown) =>
    typeof model === "object" && model !== null && "name" in model ? String(model.name) : "",
  );
  return names.find((name) => name !== "" && !/embed/i.test(name));
}
