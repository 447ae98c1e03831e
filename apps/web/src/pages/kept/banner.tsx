import { reportOfSnapshot } from '@sonde/contract/snapshots/report-of-snapshot';
import type { KeptSnapshot, SignatureState } from '@sonde/contract/snapshots/snapshot';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { useContext } from 'react';
import { Link } from 'wouter';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ShareButton } from '../../ui/export/share-button.tsx';
import { Printer } from '../../ui/icons/lucide/printer.ts';
import { RotateCw } from '../../ui/icons/lucide/rotate-cw.ts';
import { ShieldAlert } from '../../ui/icons/lucide/shield-alert.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { ShieldQuestion } from '../../ui/icons/lucide/shield-question.ts';
import { shownText } from '../../ui/text/shown-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import sheet from './kept.css?inline';

adoptSheet(sheet);

const signatures: Readonly<Record<SignatureState, { text: string; icon: typeof ShieldCheck; state: string }>> = {
  valid: { text: 'The signature is valid: nothing has been changed since.', icon: ShieldCheck, state: 'good' },
  invalid: {
    text: 'The signature is not valid: this is not the result that was kept. Do not rely on it.',
    icon: ShieldAlert,
    state: 'bad',
  },
  'unknown-key': {
    text: 'The signature cannot be verified: this server no longer has the key.',
    icon: ShieldQuestion,
    state: 'unknown',
  },
};

/** When and by whom the result was measured, and whether its signature is valid. */
export function Banner({ kept: { snapshot, signature } }: { readonly kept: KeptSnapshot }) {
  const { id, target, site, software, parts } = snapshot;
  const { text, icon: Icon, state } = signatures[signature];
  const screens = useContext(ToolsContext);
  const made = reportOfSnapshot(snapshot) === null ? parts : [{ tool: 'report', target }];
  const screen = screens.find((one) => one.id === made[0]?.tool);
  const again = made.length === 1 && screen !== undefined ? lookupLink(screen, made[0]?.target ?? target) : null;
  const times = measuredTimes(snapshot);
  const by = site === null ? software : `${software} at ${new URL(site).host}`;
  return (
    <section className="frozen" aria-label="About this page">
      <p className="what">
        <strong>{shownText(target)}</strong>
        {made.length === 1 && screen !== undefined && `, ${screen.name}`}, measured{' '}
        {times.map((time, index) => (
          <span key={time}>
            {index > 0 && ' to '}
            <time dateTime={time}>{formatUtc(time)}</time>
          </span>
        ))}{' '}
        by {by}
      </p>
      <p data-state={state}>
        <Icon className="i" />
        {text}
      </p>
      <p className="paper">{`${location.origin}/r/${id}`}</p>
      <div className="acts">
        {again !== null && (
          <Link className="btn" href={again}>
            <RotateCw className="i" />
            Measure again
          </Link>
        )}
        <ShareButton />
      </div>
    </section>
  );
}

/** Below the result: how long it is kept, who has signed it, and its other forms. */
export function KeptFoot({ kept: { snapshot, expiresAt } }: { readonly kept: KeptSnapshot }) {
  return (
    <section className="frozen" aria-label="This kept result">
      <p className="ends">{keptWords(snapshot.keptAt, expiresAt)}</p>
      <p className="ends">
        Signed by the key <code>{visibleText(snapshot.signature.keyId)}</code>
      </p>
      <div className="acts">
        <button className="btn" type="button" onClick={() => window.print()}>
          <Printer className="i" />
          Print
        </button>
        {(['json', 'md', 'csv'] as const).map((format) => (
          <a key={format} className="btn" href={`/r/${snapshot.id}.${format}`} download>
            {formatNames[format]}
          </a>
        ))}
      </div>
    </section>
  );
}

/**
 * The times of the first and the last measurement, or one time if they are equal; the time of keeping if nothing was
 * measured.
 */
function measuredTimes({ parts, keptAt }: KeptSnapshot['snapshot']): readonly string[] {
  const times = parts.flatMap(({ measuredAt }) => measuredAt ?? []).toSorted();
  const [first = keptAt, last = first] = [times[0], times.at(-1)];
  return formatUtc(first) === formatUtc(last) ? [first] : [first, last];
}

const formatNames = { json: 'JSON', md: 'Markdown', csv: 'CSV' } as const;

function keptWords(keptAt: string, expiresAt: string | null): string {
  const until = expiresAt === null ? '' : ` It is deleted on ${formatUtc(expiresAt)}.`;
  return `Kept ${formatUtc(keptAt)}.${until}`;
}
