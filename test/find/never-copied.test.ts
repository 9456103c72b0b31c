import { expect, test } from "vitest";
import { aCliFolder } from "../support/run-cli.ts";

test("where nothing was installed, `outdated` says so", async () => {
  await using cli = await aCliFolder();
  expect((await cli.run(["outdated"])).stdout).toBe(
    "Nothing was installed from a registry. `dejima find` searches the registries.\n",
  );
});

test("without a copy of a registry, `find` and `outdated` say so and fail", async () => {
  await using cli = await aCliFolder();
  const added = await cli.run(["registry", "add", "http://127.0.0.1:9/servers.json"]);
  expect(added.code).toBe(4);
  const [found, outdated] = [await cli.run(["find", "weather"]), await cli.run(["outdated"])];
  expect([found.code, outdated.code]).toEqual([4, 4]);
  expect([found.stdout, outdated.stdout]).toEqual(["", ""]);
  const reason =
    /http:\/\/127\.0\.0\.1:9\/servers\.json was never copied: .*`dejima registry refresh` tries again/;
  expect(found.stderr).toMatch(reason);
  expect(outdated.stderr).toContain("there is no copy of a registry to compare with");
  expect(outdated.stderr).toMatch(reason);
});
