import { offerConfig } from "../../../config/offer-config.ts";
import { trustConfig } from "../../../config/trust-record.ts";
import { DejimaError } from "../../../contract/error.ts";
import { agreeToConfig, describeOffer } from "../agree-to-config.ts";
import type { RunCommand } from "../command.ts";

/** `dejima config trust` */
export const run: RunCommand = async (context, { options }) => {
  const { settings, variables, output, interactive } = context;
  const { file, ignored } = await settings();
  if (file === undefined)
    throw new DejimaError(
      "invalid_input",
      "Cannot trust a config: there is no dejima.yaml here or above. `dejima init` writes one",
    );
  const { text, ...offer } = await offerConfig(file, variables);
  const seen = { ...offer, ignored };
  const agreed =
    offer.doubt === undefined ||
    options.yes === true ||
    (interactive && (await agreeToConfig(context, seen)));
  if (!interactive && offer.doubt !== undefined) output.note(describeOffer(seen));
  if (!agreed)
    throw new DejimaError(
      "approval_required",
      `Cannot trust "${file}" without asking you: its rules, servers and addresses would hold as if you had written them. Read it, then run \`dejima config trust --yes\``,
      seen,
    );
  await trustConfig(variables, file, text);
  output.data(
    { ...seen, trusted: true },
    () => `${file} is trusted as it stands now. After a change you are asked again.`,
  );
  return 0;
};
