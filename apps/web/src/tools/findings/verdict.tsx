import type { Finding } from '@sonde/contract/finding/finding';
import { verdictOf } from '@sonde/contract/finding/severity';
import { counted } from '@sonde/contract/text/counted';
import type { ReactNode } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { useAnchor } from '../../ui/layout/region-names.ts';
import { shownText } from '../../ui/text/shown-text.ts';
import { titleOf } from './explanations.ts';
import { shownSentence } from './finding-item.tsx';
import sheet from './findings.css?inline';
import { FINDINGS } from './findings-panel.tsx';
import { type FindingsRead, judged } from './judged.ts';
import { countWords, stateWords } from './state-words.ts';

adoptSheet(sheet);

export interface VerdictProps {
  readonly findings: FindingsRead;
  /** Shown while a growing answer cannot be judged yet. The space of the verdict is reserved from the start. */
  readonly pending?: ReactNode;
  /** False if the counts are elsewhere in the card. */
  readonly hasCounts?: boolean;
}

/** The verdict on an answer: its most severe finding with its remedy; green only if everything is good. */
export function Verdict({ findings, pending, hasCounts = true }: VerdictProps) {
  const known = judged(findings);
  const worst = verdictOf(known);
  const isSteady = pending !== undefined;
  if (worst === null && !(isSteady && findings === undefined))
    return isSteady ? <div className="verdict steady" /> : null;
  return (
    <div className={isSteady ? 'verdict steady' : 'verdict'} data-state={worst?.state}>
      {worst === null ? (
        <p className="why">{pending}</p>
      ) : (
        <Sentence worst={worst} known={known} hasCounts={hasCounts} />
      )}
    </div>
  );
}

interface SentenceProps {
  readonly worst: Finding;
  readonly known: readonly Finding[];
  readonly hasCounts: boolean;
}

function Sentence({ worst, known, hasCounts }: SentenceProps) {
  const { code, state, about, evidence, fix } = worst;
  const anchor = useAnchor(FINDINGS);
  const { icon: Icon } = stateWords[state];
  const isGood = state === 'good';
  const titlesOf = (found: readonly Finding[]) => [...new Set(found.map((one) => titleOf(one.code)))].join(' · ');
  const others = known.filter((one) => one.state !== 'good' && one.code !== code);
  const good = known.filter((one) => one.state === 'good');
  return (
    <>
      <p className="what">
        <Icon className="i" />
        <span>
          <strong>{isGood ? 'All findings are good' : titleOf(code)}</strong>{' '}
          {!isGood && about !== '' && <span className="about">{shownText(about)}</span>}
        </span>
        {hasCounts && <a href={`#${anchor}`}>{isGood ? counted(known.length, 'check') : countWords(known)}</a>}
      </p>
      {!isGood && (
        <p className="why">
          {shownSentence(evidence)}
          {fix !== null && (
            <>
              {' '}
              <strong>What to do:</strong> {shownSentence(fix)}
            </>
          )}
        </p>
      )}
      {others.length > 0 && (
        <p className="others">
          <strong>Also:</strong> {titlesOf(others)}
        </p>
      )}
      {good.length > 0 && (
        <p className="others">
          <strong>Good:</strong> {titlesOf(good)}
        </p>
      )}
    </>
  );
}

/** An announcement with the verdict: `example.com: 5 records; 2 broken, 3 warnings`. */
export function announced(text: string, findings: FindingsRead): string {
  const known = judged(findings);
  return known.length === 0 ? text : `${text}; ${countWords(known)}`;
}
