import type { DatabaseKind } from "../../../src/contract/data/database.ts";

/** The fields of a database being added, as typed. */
export interface DatabaseDraft {
  readonly kind: DatabaseKind;
  readonly name: string;
  readonly file: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly allowReading: boolean;
  readonly readOnly: boolean;
  readonly trusted: boolean;
}

/** The hint below a field. */
export type Hint =
  | "nameHint"
  | "fileHint"
  | "hostHint"
  | "portHint"
  | "databaseHint"
  | "userHint"
  | "passwordHint";

/** The text fields of a draft. */
export type TextName = "name" | "file" | "host" | "port" | "database" | "user" | "password";

interface Field {
  readonly name: TextName;
  readonly hint: Hint;
  readonly optional?: true;
}

const SERVER: readonly Field[] = [
  { name: "host", hint: "hostHint" },
  { name: "port", hint: "portHint", optional: true },
  { name: "database", hint: "databaseHint" },
  { name: "user", hint: "userHint" },
  { name: "password", hint: "passwordHint", optional: true },
];

/** The fields of each kind, in order. Optional ones are marked. */
export const FIELDS: Readonly<Record<DatabaseKind, readonly Field[]>> = {
  sqlite: [{ name: "file", hint: "fileHint" }],
  postgres: SERVER,
  mariadb: SERVER,
};

/** An empty draft. */
export const EMPTY_DRAFT: DatabaseDraft = {
  kind: "sqlite",
  name: "",
  file: "",
  host: "",
  port: "",
  database: "",
  user: "",
  password: "",
  allowReading: false,
  readOnly: false,
  trusted: false,
};

/** Whether all required fields are filled in. */
export function isComplete(draft: DatabaseDraft): boolean {
  const needed = FIELDS[draft.kind].filter(({ optional }) => optional !== true);
  return draft.name.trim() !== "" && needed.every(({ name }) => draft[name].trim() !== "");
}

/** The database of a draft, in the server's format. */
export function databaseOf(draft: DatabaseDraft) {
  const { name, password, allowReading, readOnly, trusted } = draft;
  return {
    name: name.trim(),
    url: urlOf(draft),
    allowReading,
    readOnly,
    trusted,
    ...(draft.kind === "sqlite" || password === "" ? {} : { password }),
  };
}

function urlOf({ kind, file, host, port, database, user }: DatabaseDraft): string {
  if (kind === "sqlite") return `sqlite:${file.trim()}`;
  const named = host.trim();
  // A bare IPv6 address would be parsed as a host with a port.
  const place = named.includes(":") && !named.startsWith("[") ? `[${named}]` : named;
  const at = port.trim() === "" ? place : `${place}:${port.trim()}`;
  return `${kind}://${encodeURIComponent(user.trim())}@${at}/${encodeURIComponent(database.trim())}`;
}
