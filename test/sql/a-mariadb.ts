import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { findProgram } from "../../src/sandbox/process/find-program.ts";
import { freePort, untilAnswering } from "../store/a-postgres.ts";

const SERVER = findProgram("mariadbd");
const TABLES = ["mysql_system_tables.sql", "mysql_system_tables_data.sql"].map((file) =>
  join("/usr/share/mysql", file),
);
const SMALL = [
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-log-file-size=4M",
  "--innodb-buffer-pool-size=16M",
];

/** Whether there is a MariaDB server to test with. */
export const hasMariadb = SERVER !== undefined && TABLES.every((file) => existsSync(file));
if (!hasMariadb)
  console.log("sql: no MariaDB server (Debian: mariadb-server-core), its tests are passed over");

/** A real MariaDB server on loopback, with databases that are made one by one. */
export async function aMariadb() {
  if (SERVER === undefined) throw new Error("there is no MariaDB server");
  const folder = await mkdtemp(join(tmpdir(), "dejima-mariadb-"));
  const data = join(folder, "data");
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const options = ["--no-defaults", `--datadir=${data}`, ...user, "--skip-name-resolve", ...SMALL];
  mkdirSync(join(data, "mysql"), { recursive: true });
  execFileSync(SERVER, [...options, "--bootstrap"], {
    cwd: folder,
    stdio: ["pipe", "ignore", "ignore"],
    input: [
      "USE mysql;",
      "SET @auth_root_socket = NULL;",
      ...TABLES.map((file) => readFileSync(file, "utf8")),
    ].join("\n"),
  });
  const port = await freePort();
  const server = spawn(
    SERVER,
    [
      ...[...options, "--bind-address=127.0.0.1", `--port=${port}`, `--socket=${join(folder, "s")}`],
      "--secure-file-priv=",
    ],
    { cwd: folder, stdio: "ignore" },
  );
  const connect = (database?: string) =>
    createConnection({
      host: "127.0.0.1",
      port,
      user: "root",
      multipleStatements: true,
      ...(database === undefined ? {} : { database }),
    });
  const query = async (sql: string, database?: string): Promise<readonly RowDataPacket[]> => {
    const connection = await connect(database);
    const [rows] = await connection.query<RowDataPacket[]>(sql).finally(() => connection.end());
    return rows;
  };
  await untilAnswering(async () => void (await query("SELECT 1")));
  let count = 0;
  return {
    port,
    query,
    connect,
    /** The name of a database that nobody has used. */
    async newDatabase(): Promise<string> {
      const name = `database${count++}`;
      await query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      return name;
    },
    address: (database: string, login = "root") => `mariadb://${login}@127.0.0.1:${port}/${database}`,
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
