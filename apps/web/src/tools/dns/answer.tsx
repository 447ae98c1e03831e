import { failures } from '@sonde/contract/failure';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { texts } from './messages.ts';
import type { DnsAnswer } from './query.ts';

/** The records, one table per type. While a newer lookup runs they stay, dimmed. */
export function Answer({ data, isBusy }: { readonly data: DnsAnswer; readonly isBusy: boolean }) {
  const count = data.records.reduce((sum, { data: rows }) => sum + rows.length, 0);
  const summary = `${inWords(count, 'record')} in ${inWords(data.records.length, 'type')}`;
  return (
    <>
      {isBusy && (
        <div className="grid">
          <StatusLine text={texts.loading} />
        </div>
      )}
      <div className="results" aria-busy={isBusy}>
        <AnswerCard
          title={data.domain}
          mono
          sub={
            <>
              {summary}, answered by {data.resolver}
              <Gaps gaps={data.gaps} />
            </>
          }
          badge={<Validation data={data} />}
          announcement={`${data.domain}: ${summary}`}
        >
          <nav className="jump" aria-label="Record types">
            {data.records.map(({ recordName, data: rows }) => (
              <Chip key={recordName} href={`#${recordName}`} count={rows.length}>
                {recordName}
              </Chip>
            ))}
          </nav>
        </AnswerCard>
        <div className="grid">
          {data.records.map(({ recordName, titles, data: rows }) => (
            <Panel key={recordName} id={recordName} title={`${recordName} Records`} count={rows.length}>
              <RecordTable label={`Table of ${recordName} records`} titles={titles} rows={rows} />
            </Panel>
          ))}
        </div>
      </div>
    </>
  );
}

/** What the resolver says of DNSSEC; it is the resolver's word, not our own proof. */
function Validation({ data }: { readonly data: DnsAnswer }) {
  if (data.validationFailed) return <Badge tone="bad">DNSSEC validation failed</Badge>;
  if (data.authenticated) return <Badge tone="ok">DNSSEC validated</Badge>;
  return <Badge>Not validated by DNSSEC</Badge>;
}

/** Record types that could not be read, by what went wrong with them. */
function Gaps({ gaps }: { readonly gaps: DnsAnswer['gaps'] }) {
  const codes = [...new Set(gaps.map(({ code }) => code))];
  return codes.map((code) => (
    <span key={code} className="gap">
      <br />
      {gaps.flatMap((gap) => (gap.code === code ? [gap.part] : [])).join(', ')} could not be read.{' '}
      {failures[code].means}
    </span>
  ));
}

function inWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
