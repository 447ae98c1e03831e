import type { CheckResult, Judgement } from '@sonde/contract/finding/check-result';
import { countOfChecks } from '@sonde/contract/finding/verdict';
import { type ReactNode, useEffect } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { announce } from '../../ui/feedback/announce.ts';
import { useRegionNames } from '../../ui/layout/region-names.ts';
import { codeWords } from '../../ui/text/code-words.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import sheet from './answer-page.css?inline';
import { AwaitedTicks, CheckTicks } from './check-ticks.tsx';
import type { AwaitedCheck } from './check-titles.ts';
import { signFor } from './verdict-looks.ts';

adoptSheet(sheet);

/** A fact in a few words. */
export type CardFact = string | null | undefined | false;

export interface VerdictCardProps {
  /** What was looked up, or the specified sentence of the tool. */
  readonly title: string;
  /** Monospace, for a title that is a name or an address. */
  readonly mono?: boolean;
  /** Null while the answer is not judged, or if it never will be. */
  readonly judgement: Judgement | null;
  /** What the verdict means, or what is happening. */
  readonly sentence: ReactNode;
  /** A few facts; those that are not known are left out. */
  readonly facts?: readonly CardFact[] | undefined;
  /** Caveats, one sentence each. */
  readonly notes?: readonly string[];
  /** When it was measured, and the button to measure again. */
  readonly line: ReactNode;
  readonly actions?: ReactNode;
  readonly announcement: string;
  /** Of an incomplete answer, from 0 to 1. */
  readonly progress?: number | undefined;
  /** The checks of a lookup that runs. */
  readonly awaited?: readonly AwaitedCheck[];
  /** The anchor of what a check rests on. */
  hrefOf(check: Pick<CheckResult, 'id' | 'state'>): string;
  /** Between the facts and the checks. */
  readonly children?: ReactNode;
}

/** The answer at a glance: one word, one sentence, and the checks it rests on. */
export function VerdictCard(props: VerdictCardProps) {
  const {
    title,
    mono = false,
    judgement,
    sentence,
    facts = [],
    notes = [],
    line,
    actions,
    announcement,
    progress,
    awaited = [],
  } = props;
  const named = useRegionNames();
  useEffect(() => announce(announcement), [announcement]);
  return (
    <section
      className="verdict"
      aria-label={named('Summary')}
      data-state={judgement?.verdict}
      aria-busy={progress !== undefined}
    >
      {progress !== undefined && (
        <div className="prog" style={{ '--part': `${100 * progress}%` }}>
          <i />
        </div>
      )}
      {/* The answer is a new element in place of the progress: its words have other places. */}
      <div className="says" key={progress === undefined ? 'answer' : 'progress'}>
        <div className="head">
          {judgement !== null && <Word judgement={judgement} />}
          {progress !== undefined && (
            <p className="word">
              <span className="spin" />
              Running
            </p>
          )}
          <h2 className={mono ? 'mono' : undefined}>
            <Title text={title} />
          </h2>
          {actions && <div className="acts">{actions}</div>}
        </div>
        {sentence && (
          <p className="means">{typeof sentence === 'string' ? codeWords(visibleText(sentence)) : sentence}</p>
        )}
        <div className="facts">
          {judgement !== null && judgement.checks.length > 0 && <strong>{countOfChecks(judgement.checks)}</strong>}
          {facts.map(
            (fact) =>
              typeof fact === 'string' &&
              fact !== '' && (
                <span className="fact" key={fact}>
                  {visibleText(fact)}
                </span>
              ),
          )}
          {line && <div className="checked">{line}</div>}
        </div>
        {notes.length > 0 && (
          <ul className="caveats">
            {notes.map((note) => (
              <li key={note}>{visibleText(note)}</li>
            ))}
          </ul>
        )}
      </div>
      {props.children}
      {judgement !== null && judgement.checks.length > 0 && (
        <CheckTicks checks={judgement.checks} hrefOf={props.hrefOf} />
      )}
      {progress !== undefined && awaited.length > 0 && <AwaitedTicks checks={awaited} />}
    </section>
  );
}

function Word({ judgement: { verdict } }: { readonly judgement: Judgement }) {
  const { Icon, words } = signFor(verdict);
  return (
    <p className="word">
      <Icon className="i" />
      {words}
    </p>
  );
}

/** The other spelling of an IDN is not broken at its hyphens. */
function Title({ text }: { readonly text: string }) {
  const shown = shownText(text);
  const at = shown === visibleText(text) ? -1 : shown.indexOf(' (');
  if (at === -1) return shown;
  return (
    <>
      {shown.slice(0, at + 1)}
      <span style={{ display: 'inline-block' }}>{shown.slice(at + 1)}</span>
    </>
  );
}
