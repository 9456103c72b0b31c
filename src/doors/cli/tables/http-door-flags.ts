/** The flags that every command with an HTTP door takes. */
export const HTTP_DOOR_FLAGS = [
  { flags: "--host <address>", description: "the address to listen on (127.0.0.1); others need a token" },
  { flags: "--name <host...>", description: "a further name by which clients reach it" },
  {
    flags: "--proxy <address...>",
    description: "a proxy in front of it, or its network, that may name its clients",
  },
  { flags: "--require-token", description: "ask for a token on loopback, too" },
] as const;
