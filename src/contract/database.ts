/** The engines that the sql tools can use. */
export type DatabaseKind = "sqlite" | "postgres";

/** A database of the config, as doors show it. */
interface DatabaseInfo {
  readonly name: string;
  readonly kind: DatabaseKind;
  /** The file or the address, without a password. */
  readonly place: string;
  readonly trusted: boolean;
}

/** The databases of the config, for doors: no tool can reach it. */
export interface DatabaseService {
  list(): Promise<readonly DatabaseInfo[]>;
  /** Opens a database and counts its tables. Throws what stands in the way. */
  check(name: string): Promise<{ readonly name: string; readonly tables: number }>;
}
