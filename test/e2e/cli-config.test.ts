import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configJsonSchema } from "../../src/config/schema/config-json-schema.ts";
import { aCliFolder } from "../support/run-cli.ts";

/** Scenarios run side by side: each is a few starts of the command. */
const scenario = (name: string, work: () => Promise<void>) => test.concurrent(name, work, 60_000);

const _ESCAPE = String.fromCharCode(27);
const _WRITABLE = 'permissions:\n  safe:\n    - "write_file(./**)"\n';

scenario("policy explain names the rule, its file and line, and what would change it", async () => {
  await using cli = await aCliFolder({
    "dejima.yaml":
      '# rules\npermissions:\n  safe: ["write_file(./out/**)"]\n  deny:\n    - "file.write(./out/sealed/**)"\n',
  });
  const explain = (path: string, ...more: string[]) =>
    cli.run(["policy", "explain", "write_file", "--input", JSON.stringify({ path, content: "" }), ...more]);
  const [denied, human, general] = await Promise.all([
    explain("out/sealed/a", "--json"),
    explain("out/sealed/a"),
    cli.run(["policy", "explain", "write_file", "--json"]),
  ]);
  const file = join(cli.folder, "dejima.yaml");
  expect(denied.code).toBe(0);
  expect(denied.json()).toMatchObject({
    verdict: "deny",
    reasons: expect.arrayContaining([
      expect.objectContaining({
        layer: "global",
        rule: "file.write(./out/sealed/**)",
        effect: "deny",
        file: `${file}:5`,
      }),
    ]),
    change: ["To remove the rule that forbids it: dejima policy forget 'file.write(./out/sealed/**)'"],
  });
  expect(human.stdout).toMatch(
    /^write_file: deny\n[\s\S]*dejima\.yaml:5[\s\S]*To change it:\n {2}To remove the rule/,
  );
  expect(general.json()).toMatchObject({
    verdict: "deny",
    change: expect.arrayContaining([expect.stringContaining("With --input")]),
  });
});

scenario("--home, DEJIMA_HOME and --config say where everything is", async () => {
  await using cli = await aCliFolder({ "conf/my.yaml": "tools: {maxConcurrent: 7}\n" });
  const [option, variable, config] = await Promise.all([
    cli.run(["tool", "call", "current_time", "--home", "one"], { variables: { DEJIMA_HOME: "two" } }),
    cli.run(["tool", "call", "current_time"], { variables: { DEJIMA_HOME: "three" } }),
    cli.run(["config", "show", "--config", "conf/my.yaml", "--json"]),
  ]);
  expect([option.code, variable.code]).toEqual([0, 0]);
  expect((await readdir(cli.folder)).sort()).toEqual(["conf", "one", "three"]);
  expect(await readdir(join(cli.folder, "one/runs"))).toHaveLength(1);
  expect(config.json()).toMatchObject({
    file: join(cli.folder, "conf/my.yaml"),
    home: join(cli.folder, "conf/.dejima"),
    config: { tools: { maxConcurrent: 7 } },
  });
});

scenario("init writes a config that explains itself, once", async () => {
  await using cli = await aCliFolder();
  const written = await cli.run(["init", "--json"]);
  expect(written.json()).toEqual({ written: join(cli.folder, "dejima.yaml") });
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toMatch(
    /^# yaml-language-server: \$schema=/,
  );
  await writeFile(join(cli.folder, "dejima.yaml"), "# my own\n");
  const again = await cli.run(["init", "--json"]);
  expect([again.code, again.json()]).toMatchObject([1, { error: { code: "conflict" } }]);
  expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toBe("# my own\n");
  expect((await cli.run(["init", "--force"])).stdout).toContain("`dejima doctor` checks it");
});

scenario("config and doctor show what holds, without its secrets", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "webSearch:\n  provider: tavily\n  apiKey: ${KEY}\n" });
  const variables = { KEY: "tell-nobody-1234" };
  const [json, doctor, schema, unset] = await Promise.all([
    cli.run(["config", "show", "--json"], { variables }),
    cli.run(["doctor", "--json"], { variables }),
    cli.run(["config", "schema"]),
    cli.run(["config", "show"]),
  ]);
  expect(json.json()).toMatchObject({ config: { webSearch: { apiKey: "[redacted: configured secret]" } } });
  for (const { stdout, stderr } of [json, doctor]) expect(stdout + stderr).not.toContain("tell-nobody");
  const { ok, checks } = doctor.json<{ ok: boolean; checks: { name: string; status: string }[] }>();
  expect([doctor.code, ok]).toEqual([0, true]);
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["node", "config", "home", "database", "disk", "ripgrep", "permissions"]),
  );
  expect(schema.json()).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  expect([unset.code, unset.stderr]).toEqual([
    2,
    expect.stringContaining("line 3: webSearch.apiKey Cannot substitute"),
  ]);
});

scenario("doctor names a config that cannot be read, and looks at the rest all the same", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": 'permissions:\n  safe: ["wri' });
  const doctor = await cli.run(["doctor", "--json"]);
  expect(doctor.code).toBe(4);
  const { ok, checks } = doctor.json<{ ok: boolean; checks: { name: string; status: string }[] }>();
  expect([ok, checks[0]]).toMatchObject([false, { name: "config", status: "failed" }]);
  expect(checks.filter(({ status }) => status === "failed")).toHaveLength(1);
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(["node", "home", "sandbox process"]));
});

scenario("doctor reports problems and how to fix them", async () => {
  await using cli = await aCliFolder({
    "dejima.yaml": "tools: {allowedPaths: [., missing, /dev]}\npermissions:\n  deny: [read file]\n",
    "home/dejima.db": "no database",
  });
  const [broken, unwritable] = await Promise.all([
    cli.run(["doctor", "--json", "--home", "home"]),
    cli.run(["doctor", "--json", "--home", "/proc/dejima"]),
  ]);
  type Report = { ok: boolean; checks: { name: string; status: string; message: string; fix?: string }[] };
  const { ok, checks } = broken.json<Report>();
  expect([broken.code, ok]).toEqual([4, false]);
  expect(checks.find(({ name }) => name === "database")).toMatchObject({
    status: "failed",
    fix: expect.stringMatching(/move/),
  });
  const paths = checks.filter(({ name }) => name === "allowed path");
  expect(paths.map(({ status }) => status)).toEqual(["ok", "warning", "ok"]);
  expect(paths[2]?.message).toBe("/dev");
  expect(checks.find(({ name }) => name === "permissions")).toMatchObject({
    status: "failed",
    message: expect.stringMatching(/^Cannot read the rule "read file" \(.*dejima\.yaml:3\): write tool/),
  });
  expect(unwritable.json<Report>().checks.find(({ name }) => name === "home")).toMatchObject({
    status: "failed",
    fix: "point --home or DEJIMA_HOME at a folder that can be written",
  });
});

scenario("a home that cannot be used is told in words, with the exit code of a failure", async () => {
  await using cli = await aCliFolder({ "home/dejima.db": "no database" });
  const [blocked, database] = await Promise.all([
    cli.run(["tool", "call", "current_time", "--home", "/proc/dejima", "--json"]),
    cli.run(["tool", "call", "current_time", "--home", "home"]),
  ]);
  expect([blocked.code, blocked.json()]).toMatchObject([1, { error: { code: "io_error" } }]);
  expect([database.code, database.stdout]).toEqual([1, ""]);
  expect(database.stderr).toMatch(
    /^error Cannot use database ".*dejima\.db": the file is not a Dejima database/,
  );
  expect(database.stderr).not.toMatch(/\n\s+at /);
});

scenario("log witness warns about a file in a place where the log itself can be changed", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "{}\n" });
  const inside = await cli.run(["log", "witness", "heads.jsonl"]);
  expect(inside.stderr).toMatch(/Warning: heads.jsonl is in .*choose a place/);
  const outside = await cli.run(["log", "witness", join(cli.folder, "..", "elsewhere-heads.jsonl")]);
  expect(outside).toMatchObject({ code: 0, stderr: expect.not.stringContaining("Warning") });
});
