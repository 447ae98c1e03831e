import * as z from 'zod/mini';
import { described } from '../described.ts';
import { type FailureReason, reasons } from '../failure.ts';
import { isEssential } from '../reading.ts';

const failureReasons = Object.keys(reasons) as [FailureReason, ...FailureReason[]];

/** What one public resolver answered. Every resolver that was asked has an entry, even if it did not reply. */
export const PublicAnswer = z.object({
  name: isEssential(described(z.string(), 'The resolver, by its name.', 'Quad9')),
  operator: described(z.nullable(z.string()), 'The operator; null if not known.', 'Quad9 Foundation'),
  address: described(z.string(), 'Where it was asked.', '9.9.9.9:53'),
  outcome: isEssential(
    described(
      z.enum(['records', 'nodata', 'nxdomain', 'failed']),
      'records: it has some; nodata: the name exists without records of the type; nxdomain: the name does not exist; failed: no usable answer.',
      'records',
    ),
  ),
  reason: described(z.nullable(z.enum(failureReasons)), 'Why it failed; null if it did not.', null),
  records: described(
    z.array(z.string()),
    'Its records without names and times to live, in an order that does not depend on the resolver; aliases on the way as CNAME with their target.',
    ['192.0.2.1'],
  ),
  ttlSeconds: described(z.nullable(z.int()), 'The smallest time to live; null without records.', 300),
  authenticated: described(
    z.nullable(z.boolean()),
    'AD flag: it validated the answer; null if the query failed.',
    true,
  ),
  detail: described(
    z.nullable(z.string()),
    'What it said beside the answer (extended errors, RFC 8914), which may be hostile; null for nothing.',
    null,
  ),
  timeMs: described(z.nullable(z.number()), 'Time until its reply, in milliseconds; null if there was none.', 12.3),
  set: described(
    z.nullable(z.int()),
    'Equal for resolvers with the same records, whatever their order and times to live; 1 is what most answered. Null where it failed.',
    1,
  ),
});
export type PublicAnswer = z.infer<typeof PublicAnswer>;

/** An answer before it is compared with the others. */
export type LonePublicAnswer = Omit<PublicAnswer, 'set'>;

/** Numbers groups of equal answers: 1 is the most frequent; ties go to the one that came first. Order and TTLs are ignored. */
export function comparePublicAnswers(answers: readonly LonePublicAnswer[]): PublicAnswer[] {
  const counts = new Map<string, number>();
  const keyOf = ({ outcome, records }: LonePublicAnswer) =>
    outcome === 'failed' ? null : JSON.stringify([outcome, ...[...records].sort()]);
  for (const key of answers.map(keyOf)) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  // The sort is stable: among equally frequent answers the first stays first.
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
  return answers.map((answer) => {
    const key = keyOf(answer);
    return { ...answer, set: key === null ? null : ranked.indexOf(key) + 1 };
  });
}
