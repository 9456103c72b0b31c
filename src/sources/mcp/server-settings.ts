import type { Risk } from "../../contract/tool.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import type { ServerImage } from "./image/container-command.ts";
import type { ServerPackage } from "./package/package-command.ts";

/** When a server's tools are shown to a model: all of them, only found ones, or whichever fits the budget. */
const EXPOSURES = ["auto", "full", "search"] as const;

/** What a user can say of what a server's tools send. */
export type Sends = "nothing" | "input";

/** The protocol of a server: asked for, the one of sessions, or the one without. */
export type Protocol = "auto" | "2025-11-25" | "2026-07-28";

export type Exposure = (typeof EXPOSURES)[number];

/** A program that speaks MCP over its input and output. */
export interface LocalServer {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Variables by name; only these and what every program needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  /** What it sees of the disk, and nothing else. */
  readonly folders: readonly Mount[];
  /** Hosts that it may reach, and no others. */
  readonly hosts: readonly string[];
  /** The package that the command starts, where it names one and the server is contained. */
  readonly package?: ServerPackage;
  /** The image that the command starts, where it names one and the server is contained. */
  readonly image?: ServerImage;
  /** Runs outside of the sandbox. */
  readonly trusted: boolean;
}

/** How this program is known to an authorization server, where it is known already. */
export interface OAuthSettings {
  /**
   * `client_credentials`: this program is let in for its own sake, without a user who logs in; `jwt_bearer`: with a signed
   * statement of somebody else.
   */
  readonly grant?: "authorization_code" | "client_credentials" | "jwt_bearer" | undefined;
  /** The authorization server that is shown the secret then, and no other. */
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** In place of the secret: a private key as PEM, and what it signs with; default ES256. */
  readonly privateKey?: string | undefined;
  readonly algorithm?: string | undefined;
  /** The signed statement of `jwt_bearer`, or the file that holds it. */
  readonly assertion?: string | undefined;
  readonly assertionFile?: string | undefined;
  /** Who exchanges the statement for one that the authorization server takes. */
  readonly identityProvider?:
    | {
        readonly issuer: string;
        /** Where it exchanges them, if its metadata does not say. */
        readonly tokenEndpoint?: string | undefined;
        readonly clientId: string;
        readonly clientSecret?: string | undefined;
      }
    | undefined;
  /** Where a document describes this program, for servers that accept this address as its id. */
  readonly clientMetadataUrl?: string | undefined;
  /** Asked for where the server names nothing. */
  readonly scope?: string | undefined;
}

export interface RemoteServer {
  readonly type: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its user may log in; left out where a header lets us in, or nothing has to. */
  readonly oauth?: OAuthSettings;
}

/** One server with everything settled: paths absolute, variables filled in, defaults in place. */
export interface ServerSettings {
  readonly name: string;
  readonly place: LocalServer | RemoteServer;
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
  /** How long it may stand unused before it is stopped. */
  readonly idleMs: number;
  readonly maxMessageBytes: number;
  readonly exposure: Exposure;
  /** The protocol it is spoken to in. Default: auto, which asks the server. */
  readonly protocol?: Protocol;
  /** Set by the user for the whole server, or tool by tool; what the server says of itself can only add to it. */
  readonly risk?: Risk | Readonly<Record<string, Risk>>;
  /** Set by the user, who vouches that its tools send nothing on: for all of them, or tool by tool. */
  readonly sends?: Sends | Readonly<Record<string, Sends>>;
  /** Put the server's name before each tool, not only before names that collide. */
  readonly prefix: boolean;
  /** The skill that brings the server along. */
  readonly skill?: string;
}
