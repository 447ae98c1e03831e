import { formatUtc } from '@sonde/contract/text/format-utc';
import { timestampColumns, timestampRows } from '@sonde/contract/tools/ssl/tables/timestamps';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx';
import { ScrollText } from '../../../ui/icons/lucide/scroll-text.ts';
import { FoldedPanel } from '../../../ui/layout/folded-panel.tsx';
import { Badge } from '../../../ui/tables/badge.tsx';
import { type KeyValue, KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import type { SslAnswer, SslKnown } from '../query.ts';

type Transparency = NonNullable<SslAnswer['transparency']>;
type Policy = Transparency['policies'][number];

/** The logs that have promised to publish the certificate, and whether they satisfy the browsers' policies. */
export function CertificateTransparency({ known: { transparency, valid } }: { readonly known: SslKnown }) {
  // Without a certificate there are no logs.
  if (transparency === undefined && valid !== undefined) return null;
  return (
    <FoldedPanel
      title="Certificate Transparency"
      icon={ScrollText}
      {...(transparency && { count: transparency.timestamps.length })}
    >
      {transparency === undefined ? (
        <SkeletonRows rows={5} className="waiting" />
      ) : (
        <>
          <KeyValueList rows={summaryRows(transparency)} missing={sslTexts.missing} wide />
          {transparency.timestamps.length > 0 && (
            <RecordTable label="Certificate timestamps" titles={timestampColumns} rows={timestampRows(transparency)} />
          )}
        </>
      )}
    </FoldedPanel>
  );
}

function summaryRows(transparency: Transparency): KeyValue[] {
  const { timestamps, validCount, operatorCount, policies, logList } = transparency;
  const operators = operatorCount === 1 ? '1 operator' : `${operatorCount} operators`;
  const verified =
    timestamps.length === 0 ? 'none received' : `${validCount} of ${timestamps.length}, from ${operators}`;
  const age = logList.isOutdated ? ', too old to be reliable' : '';
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
