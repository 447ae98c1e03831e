import { type ReactNode, useEffect } from 'react';
import { announce } from './announce.ts';
import { shownText } from './shown-text.ts';
import { visibleNode, visibleText } from './visible-text.ts';

export interface AnswerCardProps {
  /** The answer in words. */
  readonly title: string;
  /** For a title that is a name or an address. */
  readonly mono?: boolean;
  readonly sub?: ReactNode;
  /** What a reader must know of it, a sentence each. */
  readonly notes?: readonly string[];
  /** At most two figures. */
  readonly stats?: readonly { readonly value: string; readonly label: string }[];
  readonly badge?: ReactNode;
  /** Share and export. */
  readonly actions?: ReactNode;
  /** What the announcer says when the answer arrives; the title unless given. */
  readonly announcement?: string;
  /** While the answer is on the way: the part of it that is there, from 0 to 1. */
  readonly progress?: number;
  /** For an answer that grows: its values keep their places. */
  readonly steady?: boolean;
  /** Jump chips. */
  readonly children?: ReactNode;
}

/** The answer first; the panels under it are its evidence. */
export function AnswerCard(props: AnswerCardProps) {
  const { title, mono = false, sub, notes = [], stats = [], badge, actions, progress, steady = false } = props;
  const announcement = props.announcement ?? title;
  useEffect(() => announce(announcement), [announcement]);
  return (
    <section className={steady ? 'answer steady' : 'answer'} aria-label="Summary">
      {progress !== undefined && (
        <div className="prog" style={{ '--part': `${100 * progress}%` }}>
          <i />
        </div>
      )}
      {/* An answer is a new element in the place of what was being done: its title may be longer. */}
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

/** The other spelling of an IDN breaks as a whole: hyphens are no place for the end of a line in it. */
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
