import { verdictSentence } from '@sonde/contract/finding/verdict-sentence';
import { explanationOf } from '../findings/explanations.ts';
import type { FindingsRead } from '../findings/judged.ts';
import { judgementInWords, judgementOf } from './judgement.ts';
import { type CardFact, VerdictCard } from './verdict-card.tsx';
import { TO_DO, WhatToDo } from './what-to-do.tsx';

export interface JudgedFindingsProps {
  readonly title: string;
  readonly findings: NonNullable<FindingsRead>;
  /** What a good verdict means. */
  readonly good: string;
  readonly facts: readonly CardFact[];
}

/** The verdict on something that was read on the page itself, and what to do; there are no named checks. */
export function JudgedFindings({ title, findings, good, facts }: JudgedFindingsProps) {
  const judgement = judgementOf({ findings });
  if (judgement === null) return null;
  return (
    <>
      <VerdictCard
        title={title}
        judgement={judgement}
        sentence={verdictSentence(judgement, explanationOf) ?? good}
        facts={facts}
        line={null}
        announcement={`${title}; ${judgementInWords(judgement)}`}
        hrefOf={() => TO_DO}
      />
      <WhatToDo target="" findings={judgement.findings} />
    </>
  );
}
