import { sslTexts } from '@sonde/contract/tables/ssl-words';
import { knownWord } from '@sonde/contract/text/known-word';
import { useId } from 'react';
import type { SslKnown } from '../query.ts';
import { FindingList } from './finding-list.tsx';
import { reasonTexts } from './finding-texts.ts';

/**
 * Why the certificate is not secure and what to do, in plain words; nothing for a secure one, or if the server gives no
 * reason.
 */
export function Reasons({ known: { valid, reasons = [], observations = [] } }: { readonly known: SslKnown }) {
  const headingId = useId();
  if (valid !== false || reasons.length === 0) return null;
  const items = reasons.map((name) => ({
    name,
    tone: 'bad' as const,
    ...knownWord(reasonTexts, name, { badge: name, meaning: '', remedy: '' }),
    evidence: evidenceOf(observations.filter((finding) => finding.name === name)),
  }));
  return (
    <section className="why-not" aria-labelledby={headingId}>
      <h3 id={headingId}>Why it is {sslTexts.notSecure}</h3>
      <FindingList label="Reasons" items={items} />
    </section>
  );
}

/** At most so many, one per certificate: a name may have sixteen addresses. */
const SHOWN = 3;

function evidenceOf(observations: NonNullable<SslKnown['observations']>): string | null {
  const shown = observations.slice(0, SHOWN).map(({ evidence }) => evidence);
  const more = observations.length - shown.length;
  return shown.length === 0 ? null : [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
