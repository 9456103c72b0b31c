import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SERVERS = join(import.meta.dirname, "../store/server/package.json");

/** Whether there is an S3 server to test with. */
export const hasS3 = existsSync(join(SERVERS, "../node_modules/s3rver"));
if (!hasS3) console.log("blobs: no S3 server is installed, its tests are passed over");

/** The keys that the server knows. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/** A real S3 server on loopback with the bucket `team`. */
export async function anS3() {
  const directory = await mkdtemp(join(tmpdir(), "dejima-s3-"));
  const S3rver = createRequire(SERVERS)("s3rver");
  const start = async (port: number) => {
    const server = new S3rver({
      port,
      address: "127.0.0.1",
      silent: true,
      directory,
      configureBuckets: [{ name: "team" }],
    });
    const { port: taken } = await server.run();
    return { server, port: Number(taken) };
  };
  let running = await start(0);
  const { port } = running;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The address for the config. */
    address: (prefix: string) => `s3://team/${prefix}?endpoint=http://127.0.0.1:${port}`,
    /** Where it keeps the content of a key. */
    fileOf: (key: string) => join(directory, "team", `${key}._S3rver_object`),
    async stop() {
      running.server.httpServer.closeAllConnections();
      await running.server.close();
    },
    async restart() {
      running = await start(port);
    },
    async [Symbol.asyncDispose]() {
      running.server.httpServer?.closeAllConnections();
      await running.server.close().catch(() => {});
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
