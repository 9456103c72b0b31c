/** The person who gets a message, and the door and conversation that it goes to. */
export interface Recipient {
  readonly door: string;
  readonly user: string;
  readonly conversation: string;
}

/** A message to a person. */
export type ChannelMessage =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "file";
      readonly name: string;
      readonly mediaType: string;
      readonly content: Uint8Array;
      readonly caption?: string;
    };

/** A channel's receipt for a message. It is the only evidence of delivery. */
export interface Receipt {
  /** The id that the channel gave the message. */
  readonly id: string;
  /** `delivered`: the channel's service accepted it for the person. `kept`: it is stored where the person will look next. */
  readonly status: "delivered" | "kept";
}

/** A door that can send messages to its users on its own initiative. */
export interface Channel {
  readonly door: string;
  send(message: ChannelMessage, to: Recipient, options: { readonly signal: AbortSignal }): Promise<Receipt>;
}

/** A file that a person sent. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly at: number;
}

/** How tools send messages to users and read their attachments. */
export interface Mail {
  /** The user of the run. */
  recipientOf(runId: string): Promise<Recipient>;
  /** Finds a person by their address, `door:user`, in their latest conversation there. */
  find(address: string): Promise<Recipient>;
  /** Sends a message. Throws if the channel gives no receipt, because the message was then not delivered. */
  send(message: ChannelMessage, to: Recipient, options: { readonly signal: AbortSignal }): Promise<Receipt>;
  /** The files that the user sent in the conversation of a run, newest first. */
  attachments(runId: string): Promise<readonly Attachment[]>;
  readAttachment(runId: string, id: string): Promise<Buffer>;
}
