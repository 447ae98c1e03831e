import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { type FailureReason, reasons } from '../../../failure.ts';
import { isEssential } from '../../../reading.ts';

const failureReasons = Object.keys(reasons) as [FailureReason, ...FailureReason[]];

/** What one public resolver answered. Every resolver that was asked has an entry, even if it did not reply. */
export const PublicAnswer = z.object({
  name: isEssential(described(z.string(), 'The resolver, by its name.', 'Quad9')),
  operator: described(z.nullable(z.string()), 'The operator; null if not known.', 'Quad9 Foundation'),
  address: described(z.string(), 'The address that was queried.', '9.9.9.9:53'),
  outcome: isEssential(
    described(
      z.enum(['records', 'nodata', 'nxdomain', 'failed']),
      'records: it has records of the type; nodata: the name exists, but has none; nxdomain: the name does not exist; failed: no usable reply.',
      'records',
    ),
  ),
  reason: described(z.nullable(z.enum(failureReasons)), 'Why the query failed; null if it did not.', null),
  records: described(
    z.array(z.string()),
    'The records without names and TTLs, in an order that does not depend on the resolver; aliases as CNAME with their target.',
    ['192.0.2.1'],
  ),
  ttlSeconds: described(z.nullable(z.int()), 'The smallest TTL in seconds; null without records.', 300),
  authenticated: described(
    z.nullable(z.boolean()),
    'Whether the resolver validated the reply by DNSSEC (AD flag); null if the query failed.',
    true,
  ),
  detail: described(
    z.nullable(z.string()),
    'Extended DNS errors (RFC 8914) in the answer, which may be hostile; null if there are none.',
    null,
  ),
  timeMs: described(z.nullable(z.number()), 'Response time in milliseconds; null without a reply.', 12.3),
  set: described(
    z.nullable(z.int()),
    'Number of the set of records, equal for resolvers with the same records regardless of order and TTL; 1 is the most frequent set. Null if the query failed.',
    1,
  ),
});
export type PublicAnswer = z.infer<typeof PublicAnswer>;

/** An answer before it is compared with the others. */
export type LonePublicAnswer = Omit<PublicAnswer, 'set'>;

/** Names are equal regardless of case (RFC 4343). */
const sameCase = (record: string) => (/^[CD]NAME /.test(record) ? record.toLowerCase() : record);

/** Numbers groups of equal answers: 1 is the most frequent; ties go to the one that came first. Order and TTLs are ignored. */
export function comparePublicAnswers(answers: readonly LonePublicAnswer[]): PublicAnswer[] {
  const counts = new Map<string, number>();
  const keyOf = ({ outcome, records }: LonePublicAnswer) =>
    outcome === 'failed' ? null : JSON.stringify([outcome, ...records.map(sameCase).sort()]);
  for (const key of answers.map(keyOf)) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  // The sort is stable: among equally frequent answers the first stays first.
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
  return answers.map((answer) => {
    const key = keyOf(answer);
    return { ...answer, set: key === null ? null : ranked.indexOf(key) + 1 };
  });
}
