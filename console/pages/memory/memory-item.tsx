import { useMay } from "../../core/me.ts";
import { useFlag } from "../../core/use-flag.ts";
import { useWords } from "../../core/words.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { ScoreBar } from "../../parts/score-bar.tsx";
import { Time } from "../../parts/time.tsx";
import { memoryWords } from "../../words/memory.ts";
import { MemoryAdd } from "./memory-add.tsx";
import type { FoundMemory } from "./memory-page.tsx";

const TONES = { fact: "plain", preference: "accent", lesson: "care" } as const;

interface MemoryItemProps {
  readonly memory: FoundMemory;
  onForget(): void;
  onCorrected(): void;
}

/** One memory, with where it comes from. */
export function MemoryItem({ memory, onForget, onCorrected }: MemoryItemProps) {
  const say = useWords(memoryWords);
  const mayForget = useMay("user");
  const asking = useFlag();
  const correcting = useFlag();
  const { text, type, createdAt, mentions, recalls, source, score } = memory;
  const facts = [
    say(source.run === undefined ? "added" : "learned"),
    ...(mentions > 1 ? [say("mentions", { count: mentions })] : []),
    ...(recalls > 0 ? [say("recalled", { count: recalls })] : []),
    ...(source.untrusted === undefined || source.untrusted.length === 0
      ? []
      : [say("untrusted", { from: source.untrusted.join(", ") })]),
  ];
  return (
    <div class="row">
      <div class="row-text">
        <p class="break">{text}</p>
        <p class="line faint tiny">
          <Badge tone={TONES[type]}>{say(type)}</Badge>
          <Time at={createdAt} />
          {facts.map((fact) => ` · ${fact}`).join("")}
        </p>
      </div>
      <span class="row-side">
        {score === undefined ? null : (
          <ScoreBar score={score} label={say("scoreOf", { score: score.toFixed(2) })} />
        )}
        {mayForget ? (
          <Button
            small
            kind="quiet"
            icon="edit"
            label={`${say("correct")}: ${text.slice(0, 60)}`}
            onClick={correcting.turnOn}
          />
        ) : null}
        {mayForget ? (
          <Button
            small
            kind="quiet"
            icon="trash"
            label={`${say("forget")}: ${text.slice(0, 60)}`}
            onClick={asking.turnOn}
          />
        ) : null}
      </span>
      {correcting.on ? (
        <MemoryAdd corrected={memory} onAdded={onCorrected} onClose={correcting.turnOff} />
      ) : null}
      {asking.on ? (
        <Confirm
          danger
          title={say("forgetTitle")}
          action={say("forget")}
          onConfirm={() => {
            asking.turnOff();
            onForget();
          }}
          onClose={asking.turnOff}
        >
          <p class="break">{text}</p>
          <p class="soft small">{say("forgetBody")}</p>
        </Confirm>
      ) : null}
    </div>
  );
}
