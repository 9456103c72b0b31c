import { readdir, readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { defined } from "../../support/defined.ts";
import { type PackageContent, readPackage } from "./read-package.ts";

/** Reads the package of a Python server from the folder that pip filled, without its dependencies. */
export async function readPythonPackage(
  site: string,
  identifier: string,
  stated: string,
): Promise<PackageContent | undefined> {
  const own = (await readdir(site).catch(() => [])).find(
    (entry) => plainName(/^(.+?)-[^-]*\.dist-info$/.exec(entry)?.[1] ?? "") === plainName(identifier),
  );
  if (own === undefined) return undefined;
  const [record, metadata] = await Promise.all(
    ["RECORD", "METADATA"].map((name) => readFile(join(site, own, name), "utf8").catch(() => "")),
  );
  // A wheel's list may name programs beside the folder. Those are only pip's launchers.
  const files = (record ?? "").split("\n").flatMap((line) => {
    const path = normalize((/^(?:"([^"]+)"|([^,]+)),/.exec(line) ?? []).slice(1).find(Boolean) ?? "..");
    return path.startsWith("..") || path.startsWith("/") || path.endsWith(".pyc") ? [] : [path];
  });
  const [header = "", ...texts] = (metadata ?? "").split(/\r?\n\r?\n/);
  const values = (key: string) =>
    header
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith(`${key}: `) ? [line.slice(key.length + 2)] : []));
  const [mcpName] = /(?<=mcp-name: ?)[\w./-]{3,200}/.exec(texts.join("\n")) ?? [];
  const [license = ""] = [...values("License-Expression"), ...values("License")];
  return readPackage(site, stated, {
    files: files.sort(),
    description: values("Summary")[0] ?? "",
    readme: texts.join("\n\n"),
    known: {
      license: license.slice(0, 100),
      dependencies: values("Requires-Dist")
        .filter((one) => !one.includes("extra =="))
        .map((one) => /^[\w.-]+/.exec(one)?.[0] ?? one.slice(0, 100)),
      ...defined({ mcpName }),
    },
  });
}

/** The canonical name of a package (PEP 503). */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
