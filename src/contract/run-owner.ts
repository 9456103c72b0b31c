/** The person at this machine; a run of nobody in particular is theirs. */
export const LOCAL_USER = "local";

/** Whose run it is, where it was begun, and what has entered it. */
interface RunOwner {
  readonly user: string;
  /** The conversation that the run is a part of, and the door that is held at. */
  readonly conversation?: string | undefined;
  readonly door?: string | undefined;
  /** Where untrusted content came from that has entered it. */
  readonly untrusted: readonly string[];
}

/** Finds out whose a run is. A run of nobody in particular is that of the person at this machine. */
export type FindRunOwner = (runId: string) => Promise<RunOwner>;
