import { z } from "zod";
import { duration } from "../support/quantity.ts";

/** What is remembered of users. */
export const memory = z.strictObject({
  limit: z.int().min(1).default(100_000).describe("The most memories that one user may have"),
});

/** What is done later. */
export const schedule = z.strictObject({
  missed: z
    .enum(["skip", "once", "all"])
    .default("once")
    .describe("Times that passed while nothing ran: left out, made up for once, or each of them"),
  unattended: z
    .enum(["deny", "park"])
    .default("deny")
    .describe("A call that a person would be asked about: refused, or parked until somebody answers"),
  grace: duration.default(60_000).describe("How late a time still counts as on time"),
  maxMissed: z.int().min(1).max(1_000).default(24).describe("The most missed times that are made up for"),
  maxConcurrent: z.int().min(1).max(100).default(3).describe("How many tasks of one process run at once"),
  lease: duration
    .default(60_000)
    .describe("How long a task of a process that is not heard of any more waits for another one"),
  limit: z.int().min(1).default(200).describe("The most open tasks of one user"),
});
