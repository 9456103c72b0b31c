import { oldestOfLargest } from "../../../access/fair-share.ts";
import type { ApprovalRequest, Ask } from "../../../contract/asking/approval.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import { type Client, limitsOf, ownerOf } from "../client.ts";
import type { WaitingCalls } from "./waiting-calls.ts";

type OpenRun = Awaited<ReturnType<Runtime["openRun"]>>;

/** The runs of a door's clients. Each client has one, in which all its calls are recorded. */
export interface ClientRuns {
  /** Sets whether a principal may approve their own calls. Default: yes. */
  know(principal: string, mayAnswer: boolean): void;
  /** Whether the person at a client can be asked about its calls. */
  canBeAsked(client: Client): boolean;
  /** Whether somebody else than the person at the client has to approve a call. */
  needsOthers(request: Pick<ApprovalRequest, "risk">): boolean;
  of(client: Client): Promise<OpenRun>;
  /** Records what a client's call has looked up. */
  afterCall: Runtime["bindLookedUp"];
  /**
   * Whether content from outside has entered a run of this principal, under whatever name its client used.
   */
  isMarked(principal: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Clients choose their own names: one that uses a new name each time must not open ever more runs. */
const MAX_RUNS = 500;

/** Creates the runs of a door. A run opens with the first call of its client. */
export function createClientRuns(
  runtime: Runtime,
  { hasParked }: Pick<WaitingCalls, "hasParked">,
): ClientRuns {
  const runs = new Map<string, Promise<OpenRun>>();
  const marked = new Set<string>();
  const silent = new Set<string>();
  const canBeAsked = (client: Client) => client.can("elicitation/create") && !silent.has(client.principal);

  function open(key: string, client: Client, canAsk: boolean): Promise<OpenRun> {
    const opened = runtime.openRun({
      ...limitsOf(client, runtime),
      title: runTitle(client),
      user: ownerOf(client),
      mode: "interactive",
      attended: canAsk,
      ask: nobody, // each call brings its own
      place: canAsk ? "chat" : "parked",
      park: "wait", // nobody at the client may answer, or they close the question: others can answer it
    });
    const oldest =
      runs.size < MAX_RUNS
        ? undefined
        : oldestOfLargest(runs, ([key]) => ownerOf({ principal: principalIn(key) }));
    if (oldest !== undefined) {
      const [left, run] = oldest;
      runs.delete(left);
      void run.then(
        ({ sources }) => sources.length > 0 && marked.add(principalIn(left)),
        () => {},
      );
      void end(run, hasParked);
    }
    runs.set(key, opened);
    opened.catch(() => runs.delete(key));
    return opened;
  }

  return {
    know: (principal, mayAnswer) => void (mayAnswer ? silent.delete(principal) : silent.add(principal)),
    canBeAsked,
    needsOthers: ({ risk }) => runtime.settings.config.approvals.byOthers.includes(risk),
    of(client) {
      const { name, version, principal, showsInterfaces } = client;
      const canAsk = canBeAsked(client);
      const key = `${name}\n${version}\n${principal}\n${canAsk}${showsInterfaces ? " with interfaces" : ""}`;
      return runs.get(key) ?? open(key, client, canAsk);
    },
    async afterCall(run, { tool, input }, outcome) {
      // A client may use an alias of the tool, or name its version.
      const name = runtime.registry.get(tool)?.name ?? tool;
      if (name.includes("skill")) await runtime.bindLookedUp(run, { tool: name, input }, outcome);
    },
    async isMarked(principal) {
      if (marked.has(principal)) return true;
      const own = [...runs].filter(([key]) => principalIn(key) === principal).map(([, run]) => run);
      const opened = await Promise.all(own.map((run) => run.catch(() => undefined)));
      return opened.some((run) => run !== undefined && run.sources.length > 0);
    },
    async close() {
      for (const run of runs.values()) await end(run, hasParked);
    },
  };
}

/** The principal of a run. The client's own names come before it and may contain line breaks. */
function principalIn(key: string): string {
  return key.split("\n").at(-2) ?? "";
}

/**
 * The title of a client's run, for people: its own name, and the principal that its token proves. Nothing is
 * decided by it.
 */
function runTitle({ name, version, principal }: Client): string {
  return `mcp ${name} ${version} as ${principal}`;
}

const nobody: Ask = async ({ callId }) => {
  throw new DejimaError("internal", `Nobody waits for the call ${callId}`);
};

/** Ends a run. A run with an open question is parked: its call continues once someone has answered. */
async function end(opened: Promise<OpenRun>, hasParked: WaitingCalls["hasParked"]): Promise<void> {
  const run = await opened.catch(() => undefined);
  await run?.end(hasParked(run.id) ? "parked" : "done");
}
