import type { FetchedPackages } from "./check-fetched.ts";
import type { ServerPackage } from "./package-command.ts";
import type { FetchOptions } from "./run-fetch.ts";

/** One kind of packages: how to fetch them, and how to start a program of one. */
export interface PackageManager {
  /** Fetches packages into an empty folder and checks them. */
  install(
    wanted: ServerPackage,
    options: FetchOptions,
  ): Promise<FetchedPackages & { readonly registry: string }>;
  /** The command that starts the program, from the folder of its packages. */
  program(wanted: ServerPackage, folder: string): Promise<readonly string[]>;
  /** The name of a package without its version, in the index's spelling. */
  nameOf(spec: string): string;
  /** The spec for exactly this version. */
  exact(spec: string, version: string): string;
  /** Whether servers store data beside their program, so that each needs a copy of it. */
  readonly copies: boolean;
  /** Folders of this machine that the program needs. */
  tools(): readonly string[];
  /** Hosts that packages come from. */
  hosts(): Promise<readonly string[]>;
}
