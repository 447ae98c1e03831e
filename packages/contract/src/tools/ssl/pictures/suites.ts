import { type DrawnElement, draw, unseen } from '../../../pictures/drawing.ts';
import { type MarkState, mark } from '../../../pictures/mark.ts';
import { tlsVersions } from '../../../tls/judgement.ts';
import { type CipherStrength, cipherStrength } from './cipher-strength.ts';
import type { SslRead } from './read.ts';

const columns: readonly { readonly strength: CipherStrength; readonly title: string; readonly state: MarkState }[] = [
  { strength: 'strong', title: 'Strong', state: 'good' },
  { strength: 'weak', title: 'Weak', state: 'warn' },
  { strength: 'insecure', title: 'Insecure', state: 'bad' },
];

/** Others are refused by current browsers (RFC 8996, RFC 7568, RFC 6176). */
const CURRENT: ReadonlySet<string> = new Set(['TLSv1.2', 'TLSv1.3']);

/** Each accepted version with its suites, one shape per suite, by strength. Null if no suites are known. */
export function suitesPicture({ ciphersByProtocol }: SslRead): DrawnElement | null {
  const rows = tlsVersions.toReversed().flatMap((version) => {
    const names = ciphersByProtocol?.[version];
    return names === undefined || names === null || names.length === 0 ? [] : [rowOf(version, names)];
  });
  if (rows.length === 0) return null;
  const head = ['Version', ...columns.map(({ title }) => title)].map((title) => draw('th', { scope: 'col' }, title));
  return draw(
    'div',
    { class: 'pic' },
    draw(
      'table',
      { class: 'matrix suites', 'aria-label': 'Accepted suites by version and strength' },
      draw('thead', {}, draw('tr', {}, head)),
      draw('tbody', {}, rows),
    ),
  );
}

function rowOf(version: string, names: readonly string[]): DrawnElement {
  const cells = columns.map(({ strength, state }) => {
    const count = names.filter((name) => cipherStrength(name) === strength).length;
    return draw(
      'td',
      {},
      count === 0 ? unseen('none') : draw('span', { class: 'amount' }, String(count)),
      draw(
        'span',
        { class: 'tally' },
        Array.from({ length: count }, () => mark(state)),
      ),
    );
  });
  return draw('tr', {}, draw('th', { scope: 'row' }, mark(CURRENT.has(version) ? 'good' : 'bad'), version), cells);
}
