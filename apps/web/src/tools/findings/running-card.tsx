import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Verdict } from './verdict.tsx';

interface RunningCardProps {
  readonly title: string;
  /** What has happened so far: a sentence without its full stop. */
  readonly said: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Shown in place of the verdict. */
  readonly pending: string;
  onCancel(): void;
}

/** The card of an answer that is judged once its last part has arrived. */
export function RunningCard({ title, said, progress, pending, onCancel }: RunningCardProps) {
  return (
    <AnswerCard
      title={title}
      sub={`${said}.`}
      announcement={said}
      progress={progress}
      actions={
        <button className="btn" type="button" onClick={onCancel}>
          Cancel
        </button>
      }
    >
      <Verdict findings={undefined} pending={pending} />
    </AnswerCard>
  );
}
