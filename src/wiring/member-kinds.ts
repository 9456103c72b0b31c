// The members of services that are streams or parts, for `opensItself`.

export const AGENT = { run: "stream", resume: "stream" } as const;

export const CONVERSATIONS = { follow: "stream", followTogether: "stream", converse: "stream" } as const;

export const HISTORY = { read: "stream", follow: "stream" } as const;

export const STORE = {
  runs: "part",
  statistics: "part",
  documents: "part",
  conversations: "part",
  steps: "part",
  vectors: "part",
  memories: "part",
  marks: "part",
  approvals: "part",
  grants: "part",
  executions: "part",
  schedules: "part",
} as const;
