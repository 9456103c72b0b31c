import type { Config } from "./config-schema.ts";

/** The config that holds when nobody has written one; `node scripts/generate.ts` writes it, a test holds it to the schema. */
export const DEFAULT_CONFIG: Config = {
  "workspace": ".",
  "runs": "here",
  "tools": {
    "timeout": 30000,
    "networkTimeout": 60000,
    "maxConcurrent": 3,
    "allowedPaths": [
      "."
    ],
    "untrusted": [],
    "sensitiveNames": [],
    "roles": {},
    "prices": {},
    "maxInput": 10000000,
    "maxOutput": 16000,
    "undoLimit": 67108864,
    "environment": {
      "read": [],
      "write": []
    }
  },
  "permissions": {
    "safe": [],
    "confirm": [],
    "deny": []
  },
  "approvals": {
    "expiry": {
      "chat": 600000,
      "cli": 600000,
      "rest": 86400000,
      "parked": 86400000
    },
    "quorum": {
      "low": 1,
      "medium": 1,
      "high": 1
    },
    "byOthers": [],
    "people": {}
  },
  "sandbox": {
    "enabled": true,
    "driver": "auto",
    "warm": false,
    "timeout": 30000,
    "scriptTimeout": 60000,
    "memory": 536870912,
    "cpu": 0.5,
    "cpuTime": 60000,
    "processes": 128,
    "fileSize": 67108864,
    "workspaceSize": 268435456,
    "openFiles": 1024,
    "output": 10485760,
    "skills": {}
  },
  "skills": {
    "folders": [
      ".agents/skills",
      ".agents/plugins",
      ".claude/skills",
      ".claude/plugins"
    ],
    "imported": [],
    "registries": []
  },
  "network": {
    "allow": [],
    "deny": [],
    "allowPrivate": [],
    "maxBytes": 10485760,
    "timeout": 60000,
    "maxRedirects": 5
  },
  "retrieval": {
    "embedder": {
      "driver": "embedded",
      "batch": 64
    }
  },
  "browser": {
    "memory": 2147483648,
    "trusted": false,
    "headless": true
  },
  "models": {
    "fallbacks": [],
    "attempts": 3,
    "providers": {}
  },
  "agent": {
    "driver": "own",
    "maxIterations": 25,
    "programs": "auto",
    "toolTokens": 12000,
    "historyTokens": 24000,
    "pinnedTools": [],
    "judgement": "model"
  },
  "memory": {
    "limit": 100000
  },
  "server": {
    "rateLimit": 1200,
    "maxStreams": 1000,
    "maxRuns": 500
  },
  "packages": {},
  "telemetry": {
    "headers": {},
    "content": false
  },
  "schedule": {
    "missed": "once",
    "unattended": "deny",
    "grace": 60000,
    "maxMissed": 24,
    "maxConcurrent": 3,
    "lease": 60000,
    "limit": 200
  },
  "persona": "plain",
  "mcpServers": {},
  "mcpClients": {},
  "openapi": {},
  "databases": {},
  "channels": {},
  "log": {
    "durability": "written",
    "compressAfter": 86400000,
    "witnesses": []
  }
};
