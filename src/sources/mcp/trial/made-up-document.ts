import { generateKeyPairSync } from "node:crypto";

let made: string | undefined;

/**
 * A file for a variable that names one, worth nothing: a key of an account and of an application, and a description of an
 * interface, in one JSON document.
 */
export function madeUpDocument(): string {
  made ??= JSON.stringify({
    ...{ type: "service_account", project_id: "made-up", private_key_id: "made-up", client_id: "made-up" },
    private_key: generateKeyPairSync("rsa", { modulusLength: 2048 })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString(),
    client_email: "made-up@made-up.iam.gserviceaccount.com",
    token_uri: "https://oauth2.googleapis.com/token",
    installed: {
      ...{ client_id: "made-up", client_secret: "made-up", redirect_uris: ["http://localhost"] },
      ...{
        auth_uri: "https://accounts.google.com/o/oauth2/auth",
        token_uri: "https://oauth2.googleapis.com/token",
      },
    },
    ...{
      openapi: "3.0.0",
      info: { title: "Made up", version: "1.0.0" },
      servers: [{ url: "https://example.com" }],
    },
    paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "Items" } } } } },
  });
  return made;
}
