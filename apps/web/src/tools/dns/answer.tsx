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
      {isBusy && <StatusLine text={texts.loading} />}
      <div className="results" aria-busy={isBusy}>
        <AnswerCard
          title={data.domain}
          mono
          sub={`${summary}, answered by ${data.resolver}`}
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
        <Gaps gaps={data.gaps} />
        {data.records.map(({ recordName, titles, data: rows }) => (
          <Panel key={recordName} id={recordName} title={`${recordName} Records`} count={rows.length}>
            <RecordTable label={`${recordName} Records`} titles={titles} rows={rows} />
          </Panel>
        ))}
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

function Gaps({ gaps }: { readonly gaps: DnsAnswer['gaps'] }) {
  if (gaps.length === 0) return null;
  return (
    <div className="note">
      <p>Some record types could not be read, so this answer may be incomplete:</p>
      <ul>
        {gaps.map(({ part, code }) => (
          <li key={part}>
            <span className="mono">{part}</span>: {failures[code].means}
          </li>
        ))}
      </ul>
    </div>
  );
}

function inWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
