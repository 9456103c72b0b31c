/** Who gets a message, and where. */
export interface Recipient {
  readonly door: string;
  readonly user: string;
  readonly conversation: string;
}

/** What can be sent to a person. */
export type ChannelMessage =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "file";
      readonly name: string;
      readonly mediaType: string;
      readonly content: Uint8Array;
      readonly caption?: string;
    };

/** What a channel gives for a message that it took: the only evidence that it was delivered. */
export interface Receipt {
  /** The channel's own name for the message. */
  readonly id: string;
  /** `delivered`: the channel's service has it for the person. `kept`: it waits where the person will look next. */
  readonly status: "delivered" | "kept";
}

/** A door that can reach its people without being asked. */
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

/** What tools reach of the people at the doors. */
export interface Mail {
  /** The person whose run this is. */
  recipientOf(runId: string): Promise<Recipient>;
  /** The person of an address, `door:user`, in the conversation that was last held there. */
  find(address: string): Promise<Recipient>;
  /** Sends, and gives the receipt; what gives none was not delivered, and is an error. */
  send(message: ChannelMessage, to: Recipient, options: { readonly signal: AbortSignal }): Promise<Receipt>;
  /** The files that were sent in a run's conversation, the newest first. */
  attachments(runId: string): Promise<readonly Attachment[]>;
  readAttachment(runId: string, id: string): Promise<Buffer>;
}
