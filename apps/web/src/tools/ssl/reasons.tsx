import { useId } from 'react';
import { knownWord } from '../known-word.ts';
import { FindingList } from './finding-list.tsx';
import { reasonTexts } from './finding-texts.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/**
 * In plain words why the certificate is not secure, and what to do about it; nothing for one that is, and where the
 * server does not say why.
 */
export function Reasons({ known: { valid, reasons = [], findings = [] } }: { readonly known: SslKnown }) {
  const headingId = useId();
  if (valid !== false || reasons.length === 0) return null;
  const items = reasons.map((name) => ({
    name,
    tone: 'bad' as const,
    ...knownWord(reasonTexts, name, { badge: name, meaning: '', remedy: '' }),
    evidence: evidenceOf(findings.filter((finding) => finding.name === name)),
  }));
  return (
    <section className="why-not" aria-labelledby={headingId}>
      <h3 id={headingId}>Why it is {texts.notSecure}</h3>
      <FindingList label="Reasons" items={items} />
    </section>
  );
}

/** One certificate each; a name with sixteen addresses has enough with these. */
const SHOWN = 3;

function evidenceOf(findings: NonNullable<SslKnown['findings']>): string | null {
  const shown = findings.slice(0, SHOWN).map(({ evidence }) => evidence);
  const more = findings.length - shown.length;
  return shown.length === 0 ? null : [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
