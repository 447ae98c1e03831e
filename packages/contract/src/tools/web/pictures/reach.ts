import type { DrawnElement } from '../../../pictures/drawing.ts';
import { type MatrixCell, matrix } from '../../../pictures/matrix.ts';
import type { ReadAnswerOf } from '../../../tool.ts';
import type { web } from '../contract.ts';

type Answer = ReadAnswerOf<typeof web>;
type Family = NonNullable<Answer['families']>['ipv4'];

/** HTTP/1.1, 2 and 3 of the final host. A version that is not spoken is no fault. */
export function versionsPicture({ versions, final }: Pick<Answer, 'versions' | 'final'>): DrawnElement | null {
  if (versions === null) return null;
  const { h1, h2, h3 } = versions;
  const host = /^https?:\/\/([^/?#]*)/.exec(final?.url ?? '')?.[1] ?? 'Host';
  return matrix(
    'Versions of HTTP',
    ['Host', 'HTTP/1.1', 'HTTP/2', 'HTTP/3'],
    [{ title: host, isCode: true, cells: [h1, h2, h3].map(versionCell) }],
  );
}

function versionCell(speaks: boolean | null): MatrixCell {
  if (speaks === null) return { state: 'unknown', text: 'Not determined' };
  return speaks ? { state: 'good', text: 'Yes' } : { state: 'plain', text: 'No' };
}

/** The first request of each start, by IPv4 and by IPv6. */
export function familiesPicture({ families, starts }: Pick<Answer, 'families' | 'starts'>): DrawnElement | null {
  if (families === null) return null;
  const urls = starts.map(({ url }) => url);
  const row = (title: string, family: Family) => ({
    title,
    note: family?.address ?? null,
    cells: urls.map((url) => visitCell(family, url)),
  });
  return matrix('Families of addresses', ['Family', ...urls], [row('IPv4', families.ipv4), row('IPv6', families.ipv6)]);
}

const ERROR = 400;
const words: Readonly<Record<string, string>> = {
  'no-address': 'No address',
  'connection-refused': 'Refused',
  timeout: 'No answer in time',
  reset: 'Closed',
  unreachable: 'Not reachable',
};

function visitCell(family: Family, url: string): MatrixCell {
  const visit = family?.visits?.find((one) => one.url === url);
  if (family?.reason === 'no-address') return { state: 'plain', text: 'No address' };
  if (visit === undefined || visit.reached === null) return { state: 'unknown', text: 'Not determined' };
  const { status, reason } = visit;
  if (!visit.reached) return { state: 'bad', text: words[reason ?? ''] ?? 'No answer' };
  if (status === null) return { state: 'good', text: 'Answers' };
  return { state: status >= ERROR ? 'warn' : 'good', text: String(status) };
}
