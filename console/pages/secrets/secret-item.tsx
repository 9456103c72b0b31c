import { useSignal } from "@preact/signals";
import type { Answer } from "../../core/api-calls.ts";
import { useConsole } from "../../core/console-context.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Time } from "../../parts/time.tsx";
import { secretsWords } from "../../words/secrets.ts";
import { RotateForm } from "./secret-form.tsx";

interface SecretItemProps {
  readonly secret: Answer<"get", "/api/secrets">["secrets"][number];
  onChange(): void;
}

/** One secret: its binding, never its value. */
export function SecretItem({ secret, onChange }: SecretItemProps) {
  const { api, notices } = useConsole();
  const report = useReport();
  const say = useWords(secretsWords);
  const open = useSignal<"rotate" | "remove" | undefined>(undefined);
  const { name, source, binding, changedAt, lastUse } = secret;
  const close = () => {
    open.value = undefined;
  };
  const remove = async () => {
    close();
    try {
      await api.send("DELETE", "/api/secrets/{name}", { params: { name } });
      notices.show("done", say("removed", { name }));
    } catch (error) {
      report(error);
    }
    onChange();
  };
  const facts = [
    binding.hosts.length === 0 ? say("noHosts") : say("sentTo", { hosts: binding.hosts.join(", ") }),
    say("usedBy", { tools: binding.tools.join(", ") }),
    ...(source === "stored" ? [] : [say("from", { source })]),
  ];
  return (
    <div class="row">
      <div class="row-text">
        <p class="row-title">
          <code>{name}</code>
        </p>
        <p class="soft small break">{facts.join(" · ")}</p>
        <p class="faint tiny">
          {say("changed")} <Time at={Date.parse(changedAt)} />
          {" · "}
          {lastUse === undefined ? (
            say("neverUsed")
          ) : (
            <>
              {say("lastUsed")} <Time at={Date.parse(lastUse.at)} />
            </>
          )}
        </p>
      </div>
      <span class="row-side">
        {source === "stored" ? (
          <Button
            small
            kind="quiet"
            icon="refresh"
            label={say("rotateThis", { name })}
            onClick={() => {
              open.value = "rotate";
            }}
          />
        ) : null}
        <Button
          small
          kind="quiet"
          icon="trash"
          label={say("removeThis", { name })}
          onClick={() => {
            open.value = "remove";
          }}
        />
      </span>
      {open.value === "rotate" ? <RotateForm name={name} onSaved={onChange} onClose={close} /> : null}
      {open.value === "remove" ? (
        <Confirm
          danger
          title={say("removeTitle", { name })}
          action={say("remove")}
          onConfirm={() => void remove()}
          onClose={close}
        >
          <p>{say("removeBody")}</p>
        </Confirm>
      ) : null}
    </div>
  );
}
