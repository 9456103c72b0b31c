import { expect, test } from "vitest";
import { createMemoryStore } from "../../store/in-memory/memory-store.ts";
import { identityOf, joinClaims } from "./identity.ts";
import { openSignIn } from "./open-sign-in.ts";

const ISSUER = "https://example.com/realms/team";
const mail = (email: string) => ({ sub: "s1", email, email_verified: true });

test("identityOf() gives two people two names", () => {
  expect(identityOf(mail("Ann@Corp.test"), ISSUER)).toBe("ann@corp.test");
  // At the provider's own host the id of one could be the address of another.
  expect(identityOf(mail("ann@EXAMPLE.com"), ISSUER)).toBe("s1@example.com");
  expect(identityOf({ sub: "ann" }, ISSUER)).toBe("ann@example.com");
  for (const odd of [
    "\u212Aim@corp.test", // the sign for kelvin is a k in lower case
    "\u0430nn@corp.test",
    "ann\u200B@corp.test",
    "\u202Enna@corp.test",
    "ann@corp.test\n",
    "ann@corp\uFF0Etest",
    "wecom:ann@corp.test",
    "ann@corp.test@corp.test",
    '"ann"@corp.test',
    "ann@localhost",
  ])
    expect(identityOf(mail(odd), ISSUER), odd).toBe("s1@example.com");
  expect(() => identityOf({ sub: "\uD800" }, ISSUER)).toThrow("cannot be used");
  expect(() => identityOf({ sub: "s".repeat(256) }, ISSUER)).toThrow("cannot be used");
});

test("joinClaims() takes a mail address and whether it was checked from the same place", () => {
  const token = { sub: "s1", email: "ann@corp.test", email_verified: true };
  expect(joinClaims(token, { sub: "s1", email: "boss@corp.test" })).toEqual({
    sub: "s1",
    email: "boss@corp.test",
  });
  expect(joinClaims(token, { sub: "s1", groups: ["a"] })).toEqual({ ...token, groups: ["a"] });
});

const settings = {
  issuer: ISSUER,
  clientId: "dejima",
  scopes: ["openid"],
  groupsClaim: "groups",
  sessionLasts: 60_000,
  roles: { admin: ["ops"] },
};

test("a session holds only under the provider and the groups that it began with", async () => {
  const { documents } = createMemoryStore();
  const first = openSignIn({ settings, documents });
  const session = await first.sessions.begin({ name: "ann@corp.test", role: "admin" }, 60_000);
  expect(await openSignIn({ settings, documents }).sessions.callerOf(session)).toMatchObject({
    role: "admin",
  });
  for (const change of [
    { roles: { admin: ["other"] } },
    { issuer: "https://other.test" },
    { groupsClaim: "roles" },
    { clientId: "other" },
  ]) {
    const later = openSignIn({ settings: { ...settings, ...change }, documents });
    expect(await later.sessions.callerOf(session), JSON.stringify(change)).toBeUndefined();
  }
});

test("a provider over http is refused, but on this machine", async () => {
  const { documents } = createMemoryStore();
  for (const issuer of ["http://login.example.com", "http://127.0.0.1.example.com"])
    await expect(
      openSignIn({ settings: { ...settings, issuer }, documents }).check(),
      issuer,
    ).rejects.toThrow("Use its https address");
});
