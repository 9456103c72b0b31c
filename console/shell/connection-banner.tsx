import { useConsole } from "../core/console-context.ts";
import { useWords } from "../core/words.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Said } from "../parts/said.tsx";
import { shellWords } from "../words/shell.ts";

/** Says that the server cannot be reached, as long as it cannot. The page recovers by itself. */
export function ConnectionBanner() {
  const { live } = useConsole();
  const say = useWords(shellWords);
  return (
    <div class="banner-place" role="status">
      {live.connection.value === "lost" ? (
        <div class="banner">
          <Icon name="warning" />
          <p>
            <Said text={say("lostNote")} />
          </p>
          <Button small icon="refresh" onClick={live.restart}>
            {say("tryNow")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
