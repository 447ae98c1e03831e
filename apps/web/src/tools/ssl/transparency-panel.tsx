import { ScrollText } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { formatUtc } from '../../ui/format-utc.ts';
import { type KeyValue, KeyValueList } from '../../ui/key-value-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { knownWord } from '../known-word.ts';
import type { SslAnswer, SslKnown } from './query.ts';
import { texts } from './texts.ts';

type Transparency = NonNullable<SslAnswer['transparency']>;
type Policy = Transparency['policies'][number];

/** Which logs have promised to publish the certificate, and whether browsers would be content with that. */
export function CertificateTransparency({ known: { transparency, valid } }: { readonly known: SslKnown }) {
  // Without a certificate there is nothing to log.
  if (transparency === undefined && valid !== undefined) return null;
  return (
    <Panel
      title="Certificate Transparency"
      icon={ScrollText}
      {...(transparency && { count: transparency.timestamps.length })}
    >
      {transparency === undefined ? (
        <SkeletonRows rows={5} className="waiting" />
      ) : (
        <>
          <KeyValueList rows={summaryRows(transparency)} missing={texts.missing} wide />
          {transparency.timestamps.length > 0 && (
            <RecordTable label="Certificate timestamps" titles={timestampTitles} rows={timestampRows(transparency)} />
          )}
        </>
      )}
    </Panel>
  );
}

function summaryRows(transparency: Transparency): KeyValue[] {
  const { timestamps, validCount, operatorCount, policies, logList } = transparency;
  const operators = operatorCount === 1 ? '1 operator' : `${operatorCount} operators`;
  const verified = timestamps.length === 0 ? 'none came' : `${validCount} of ${timestamps.length}, from ${operators}`;
  const age = logList.isOutdated ? ', too old to judge by' : '';
  return [
    { label: 'Verified Timestamps', value: verified },
    ...policies.map(policyRow),
    { label: 'List of Logs', value: `${logList.source}, of ${formatUtc(logList.date)}${age}` },
  ];
}

const verdicts = { yes: 'Met', no: 'Not met', unknown: 'Not determinable' } as const;

function policyRow({ policy, met, why }: Policy): KeyValue {
  const verdict = verdicts[met === null ? 'unknown' : met ? 'yes' : 'no'];
  const tone = met === null ? 'neutral' : met ? 'ok' : 'warn';
  return {
    label: `${policy}’s Policy`,
    value: verdict,
    shown: <Badge tone={tone}>{verdict}</Badge>,
    ...(why !== null && { note: why }),
  };
}

export const timestampTitles = ['Log', 'Operator', 'Comes From', 'Time', 'Verdict'];

const origins = { certificate: 'certificate', handshake: 'handshake', ocsp: 'stapled response' } as const;
const statuses = {
  valid: 'valid',
  invalid: 'invalid',
  unknown_log: 'unknown log',
  not_verified: 'not verified',
} as const;

/** For the table, and for exports. */
export function timestampRows({ timestamps }: Transparency): string[][] {
  return timestamps.map(({ log, logId, operator, origin, time, status, retiredAt, why }) => [
    log ?? logId,
    operator ?? 'unknown',
    knownWord(origins, origin, origin),
    time === null ? texts.missing : formatUtc(time),
    [
      [knownWord(statuses, status, status), why].filter(Boolean).join(': '),
      ...(retiredAt === null ? [] : [`log retired on ${formatUtc(retiredAt)}`]),
    ].join('; '),
  ]);
}
