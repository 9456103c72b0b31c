import { useData } from "../core/use-data.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";

/** A link to the identity provider, if the server has one. */
export function SignInLink() {
  const say = useWords(shellWords);
  const status = useData(async () => {
    const answer = await fetch("/sign-in/status");
    return (await answer.json()) as { readonly available?: boolean }; // the server's own answer
  }, []);
  return status.value?.available === true ? (
    <p>
      <a href="/sign-in">{say("signIn")}</a>
    </p>
  ) : null;
}
