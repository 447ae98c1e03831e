import type { DrawnElement } from '../../../pictures/drawing.ts';
import { type LifelinePeriod, lifeline } from '../../../pictures/lifeline.ts';
import { shortName } from '../../../text/distinguished-name.ts';
import { type SslRead, validityOf } from './read.ts';

/** More certificates than this are listed in their table only. */
const MOST = 6;

/** The lifetimes of all certificates that clients of the name receive, so that a renewal beside the old one is seen. */
export function validityPicture(answer: SslRead, now: number): DrawnElement | null {
  const { servedCertificates = [], subject, validFrom, validUntil } = answer;
  const served = servedCertificates.filter(({ decides }) => decides !== false);
  const all = served.length > 1 ? served : [{ number: null, subject, validFrom, validUntil, key: answer.key }];
  const periods = all.slice(0, MOST).flatMap((one): LifelinePeriod[] => {
    const validity = validityOf(one.validFrom, one.validUntil, now);
    if (validity === null) return [];
    const { from, until, warnsFrom, isOver, isNear, words } = validity;
    const name = shortName(one.subject ?? '');
    const title = one.number === null ? name : `Certificate ${one.number}: ${name}`;
    const due = isOver ? null : { from: warnsFrom, text: 'Renewal due from' };
    return [{ from, until, due, title, state: isOver ? 'bad' : isNear ? 'warn' : 'good', text: words }];
  });
  return lifeline('Validity of the certificates', periods, now);
}
