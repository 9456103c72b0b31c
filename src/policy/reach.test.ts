import { expect, test } from "vitest";
import { reachesFolder, reachesHost } from "./reach.ts";

test("reachesFolder() sees a rule about the folder, about what is above it, and about any part of it", () => {
  for (const pattern of [
    "/srv/data",
    "/srv/data/**",
    "/srv/**",
    "/**",
    "**/data",
    "**/data/**",
    "/srv/data/private/**",
    "/srv/data/key.pem",
    "/srv/*/private/**",
    "/srv/d*/x",
    "/srv/data/**/.env",
  ])
    expect([pattern, reachesFolder(pattern, "/srv/data")]).toEqual([pattern, true]);
});

test("reachesFolder() leaves a folder alone that a rule does not speak of", () => {
  for (const pattern of ["/srv/database/**", "/srv/dat", "/home/**", "**/.env", "/srv/other/data", "/srv"])
    expect([pattern, reachesFolder(pattern, "/srv/data")]).toEqual([pattern, false]);
});

test("reachesHost() compares hosts with their ports, whatever the scheme or page", () => {
  const host = "https://api.example.com/";
  for (const pattern of [
    "https://api.example.com/**",
    "http://api.example.com/**",
    "https://api.example.com/admin/**",
    "https://*.example.com/**",
    "https://**",
    "**",
  ])
    expect([pattern, reachesHost(pattern, host)]).toEqual([pattern, true]);
  for (const pattern of [
    "https://example.com/**",
    "https://api.example.com.evil.net/**",
    "https://api.example.com:8443/**",
  ])
    expect([pattern, reachesHost(pattern, host)]).toEqual([pattern, false]);
  expect(reachesHost("https://api.example.com/**", "https://*.example.com/")).toBe(true);
  expect(reachesHost("https://api.example.org/**", "https://*.example.com/")).toBe(false);
});
