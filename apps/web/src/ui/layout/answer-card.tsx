import { type ReactNode, useEffect } from 'react';
import { announce } from '../feedback/announce.ts';
import { shownText } from '../text/shown-text.ts';
import { visibleNode, visibleText } from '../text/visible-text.ts';
import { useRegionNames } from './region-names.ts';

export interface AnswerCardProps {
  /** The answer in a sentence. */
  readonly title: string;
  /** Monospace, for a title that is a name or an address. */
  readonly mono?: boolean;
  readonly sub?: ReactNode;
  /** Caveats, one sentence each. */
  readonly notes?: readonly string[];
  /** At most two figures. */
  readonly stats?: readonly { readonly value: string; readonly label: string }[];
  readonly badge?: ReactNode;
  /** Buttons to share and export. */
  readonly actions?: ReactNode;
  /** Announced when the answer arrives; the title by default. */
  readonly announcement?: string;
  /** Progress of an incomplete answer, from 0 to 1. */
  readonly progress?: number;
  /** True for an answer that grows: its values keep their positions. */
  readonly steady?: boolean;
  /** Chips that link to the panels. */
  readonly children?: ReactNode;
}

/** The card with the answer; the panels below it are its evidence. */
export function AnswerCard(props: AnswerCardProps) {
  const { title, mono = false, sub, notes = [], stats = [], badge, actions, progress, steady = false } = props;
  const announcement = props.announcement ?? title;
  const named = useRegionNames();
  useEffect(() => announce(announcement), [announcement]);
  return (
    <section className={steady ? 'answer steady' : 'answer'} aria-label={named('Summary')}>
      {progress !== undefined && (
        <div className="prog" style={{ '--part': `${100 * progress}%` }}>
          <i />
        </div>
      )}
      {/* The answer is a new element in place of the progress, because its title may be longer. */}
      <div className="lead" key={progress === undefined ? 'answer' : 'progress'}>
        <h2 className={mono ? 'mono' : undefined}>
          {progress !== undefined && <span className="spin" />}
          <Title text={title} />
        </h2>
        {sub && (
          <p className="sub">
            {visibleNode(sub)}
            <Notes sentences={notes} />
          </p>
        )}
      </div>
      {stats.map(({ value, label }) => (
        <div className="stat" key={label}>
          <b>{value}</b>
          <span>{label}</span>
        </div>
      ))}
      {badge}
      {props.children}
      {actions && <div className="acts">{actions}</div>}
    </section>
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

function Notes({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <span key={sentence}>
      <br />
      {visibleText(sentence)}
    </span>
  ));
}
