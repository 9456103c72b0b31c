import type { RunCommand } from "../command.ts";

/** `dejima sandbox list` */
export const run: RunCommand = async ({ output, settings }) => {
  const { sandboxDrivers } = await import("../../../doctor.ts");
  const reports = await sandboxDrivers(await settings());
  output.data(reports, () =>
    reports
      .map(({ name, usable, boundary, proof, limits, reason, install }) => {
        const mark = usable ? output.style("green", "✓") : output.style("yellow", "–");
        const held = limits.notHeld.length === 0 ? "all held" : `not held: ${limits.notHeld.join(", ")}`;
        const lines = [
          `${mark} ${output.style("bold", name)}  ${boundary}; limits by ${limits.mechanism}, ${held}`,
        ];
        if (reason !== undefined)
          lines.push(`  ${reason}${install === undefined ? "" : `; to install it: ${install}`}`);
        for (const { attempt, contained, detail } of proof)
          lines.push(`  ${contained ? "held" : "NOT HELD"}  ${attempt}  ${output.style("dim", detail)}`);
        return lines.join("\n");
      })
      .join("\n"),
  );
  return 0;
};
