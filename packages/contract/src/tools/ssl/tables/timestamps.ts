import type { Reading } from '../../../reading.ts';
import { formatUtc } from '../../../text/format-utc.ts';
import { knownWord } from '../../../text/known-word.ts';
import type { ssl } from '../contract.ts';
import { sslTexts } from './words.ts';

type Transparency = NonNullable<Reading<typeof ssl.answer>['transparency']>;

export const timestampColumns = ['Log', 'Operator', 'Comes From', 'Time', 'Verdict'];

const origins = { certificate: 'certificate', handshake: 'handshake', ocsp: 'stapled response' } as const;
const statuses = {
  valid: 'valid',
  invalid: 'invalid',
  unknown_log: 'unknown log',
  not_verified: 'not verified',
} as const;

/** The rows of the timestamps table, also for exports. */
export function timestampRows({ timestamps }: Transparency): string[][] {
  return timestamps.map(({ log, logId, operator, origin, time, status, retiredAt, why }) => [
    log ?? logId,
    operator ?? 'unknown',
    knownWord(origins, origin, origin),
    time === null ? sslTexts.missing : formatUtc(time),
    [
      [knownWord(statuses, status, status), why].filter(Boolean).join(': '),
      ...(retiredAt === null ? [] : [`log retired on ${formatUtc(retiredAt)}`]),
    ].join('; '),
  ]);
}
