import type { Risk } from "../../contract/tool.ts";
import type { Mount } from "../../sandbox/sandbox.ts";
import type { ServerImage } from "./image/container-command.ts";
import type { ServerPackage } from "./package/package-command.ts";

/** Which of a server's tools a model sees: all of them, only found ones, or whichever fits the budget. */
const EXPOSURES = ["auto", "full", "search"] as const;

/** What a user can declare about what a server's tools send. */
export type Sends = "nothing" | "input";

/** The protocol of a server: probed, the one with sessions, or the one without. */
export type Protocol = "auto" | "2025-11-25" | "2026-07-28";

export type Exposure = (typeof EXPOSURES)[number];

/** A program that speaks MCP over stdin and stdout. */
export interface LocalServer {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Variables by name: only these and what every program needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  /** The only folders it sees. */
  readonly folders: readonly Mount[];
  /** The only hosts it may reach. */
  readonly hosts: readonly string[];
  /** The package that the command starts, if it names one and the server is contained. */
  readonly package?: ServerPackage;
  /** The image that the command starts, if it names one and the server is contained. */
  readonly image?: ServerImage;
  /** Runs outside of the sandbox. */
  readonly trusted: boolean;
}

/** This program's registration at an authorization server, if there is one. */
export interface OAuthSettings {
  /**
   * `client_credentials`: this program authorizes itself, without a user login. `jwt_bearer`: with a signed
   * assertion of someone else.
   */
  readonly grant?: "authorization_code" | "client_credentials" | "jwt_bearer" | undefined;
  /** The only authorization server that then sees the secret. */
  readonly issuer?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** Instead of the secret: a private key as PEM, and its signature algorithm. Default: ES256. */
  readonly privateKey?: string | undefined;
  readonly algorithm?: string | undefined;
  /** The signed assertion of `jwt_bearer`, or the file that contains it. */
  readonly assertion?: string | undefined;
  readonly assertionFile?: string | undefined;
  /** The identity provider that exchanges the assertion for one that the authorization server accepts. */
  readonly identityProvider?:
    | {
        readonly issuer: string;
        /** Its token endpoint, if its metadata does not name one. */
        readonly tokenEndpoint?: string | undefined;
        readonly clientId: string;
        readonly clientSecret?: string | undefined;
      }
    | undefined;
  /** The URL of a document that describes this program, for servers that accept this URL as its id. */
  readonly clientMetadataUrl?: string | undefined;
  /** Requested if the server names no scope. */
  readonly scope?: string | undefined;
}

export interface RemoteServer {
  readonly type: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its user may log in. Omitted if a header authorizes us, or nothing is needed. */
  readonly oauth?: OAuthSettings;
}

/** One server, fully settled: paths absolute, variables filled in, defaults applied. */
export interface ServerSettings {
  readonly name: string;
  readonly place: LocalServer | RemoteServer;
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
  /** How long it may be idle before it is stopped. */
  readonly idleMs: number;
  readonly maxMessageBytes: number;
  readonly exposure: Exposure;
  /** The protocol to use. Default: auto, which probes the server. */
  readonly protocol?: Protocol;
  /** Set by the user for the whole server, or per tool. The server's own hints can only raise it. */
  readonly risk?: Risk | Readonly<Record<string, Risk>>;
  /** Set by the user, who vouches that its tools send nothing on: for all of them, or per tool. */
  readonly sends?: Sends | Readonly<Record<string, Sends>>;
  /** Prefix every tool with the server's name, not only names that collide. */
  readonly prefix: boolean;
  /** Each user has a separate process, login and data folder. */
  readonly perUser?: boolean;
  /** The user whose own session it is. Set by `settingsFor()`, never by a config. */
  readonly user?: string;
  /** The skill that brings the server along. */
  readonly skill?: string;
  /** Why the server cannot start: a variable that it needs is not set. */
  readonly problem?: string;
}
