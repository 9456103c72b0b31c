import { DejimaError } from "../../src/contract/error.ts";
import { createSkillLibrary } from "../../src/sources/skills/library/create-skill-library.ts";

/** Installs one skill and prints the error, if any, as JSON. */
const [home = "", source = ""] = process.argv.slice(2);
try {
  await createSkillLibrary({ home, base: "/" }).install(source, { accept: async () => true });
} catch (error) {
  console.log(
    JSON.stringify(error instanceof DejimaError ? error.toData() : { code: "bug", message: String(error) }),
  );
}
