import { counted } from '@sonde/contract/text/counted';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { Server as ServerIcon } from '../../../ui/icons/lucide/server.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge } from '../../../ui/tables/badge.tsx';
import { type ColumnFormat, RecordTable } from '../../../ui/tables/record-table.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { humaniseSeconds } from '../../../ui/times/humanise-seconds.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { serverParts } from '../came-from.ts';
import type { DelegationAnswer, Server } from '../query.ts';
import { columns, NOT_KNOWN, type ServerCell } from './cells.ts';
import sheet from './servers.css?inline';

adoptSheet(sheet);

type ServersPanelProps = Pick<DelegationAnswer, 'zone' | 'zones' | 'servers' | 'details'>;

/** Every address of every server of the zone, and below them those of the zones above. */
export function ServersPanel({ zone, zones, servers, details }: ServersPanelProps) {
  const own = servers.filter((server) => server.zone === zone);
  const above = servers.filter((server) => server.zone !== zone);
  const ownZone = zones.find(({ name }) => name === zone);
  const cells = own.map((server) => columns.map(({ read }) => read(server, own, ownZone)));
  const known = columns.map((_, column) => cells.some((row) => row[column]?.text !== NOT_KNOWN));
  const titles = ['Server', ...columns.map(({ title }) => title).filter((_, column) => known[column])];
  const rows = own.map((server, row) => [
    nameOf(server),
    ...(cells[row] ?? []).filter((_, column) => known[column]).map(asText),
  ]);
  return (
    <Panel title="Servers" icon={ServerIcon} count={own.length}>
      <CameFrom what="the servers" parts={serverParts([...own, ...above])} />
      <div className="server-table">
        <RecordTable label="Servers" titles={titles} rows={rows} formats={formats} />
        <KeptFor zone={zone} zones={zones} details={details} />
        {above.length > 0 && (
          <details>
            <summary>{counted(above.length, 'address', 'addresses')} of the zones above</summary>
            <RecordTable
              label="Servers of the zones above"
              titles={['Server', 'Zone', 'Answer', 'Time']}
              rows={above.map(rowAbove)}
              formats={formats}
            />
          </details>
        )}
      </div>
    </Panel>
  );
}

type Delegated = Pick<DelegationAnswer, 'zone' | 'zones' | 'details'>;

/**
 * For how long resolvers may use the former servers after a change, in words. They keep the NS records of the parent or those
 * of the zone itself, so both have to be known; otherwise null.
 */
export function keptFor({ zone, zones, details }: Delegated): string | null {
  const ttls = [zones.find(({ name }) => name === zone)?.nsTtlSeconds, details.nsTtlSeconds];
  const known = ttls.filter((ttl) => typeof ttl === 'number');
  return known.length < ttls.length ? null : humaniseSeconds(Math.max(...known));
}

function KeptFor(data: Delegated) {
  const time = keptFor(data);
  if (time === null) return null;
  return <p>{`After a change, resolvers may use the former servers for up to ${time}, the TTL of the NS records.`}</p>;
}

/** Separates a text from its tone, a letter after the mark; neither occurs in data of servers. */
const MARK = '\u0000';

function asText({ text, tone }: ServerCell): string {
  return tone === 'plain' ? text : `${tone}${MARK}${text}`;
}

const shownCell: ColumnFormat = {
  show(text) {
    const [tone = '', word] = text.split(MARK);
    if (word === undefined) return null;
    return <Badge tone={tone === 'bad' ? 'bad' : 'warn'}>{visibleText(word)}</Badge>;
  },
};

const nameCell: ColumnFormat = {
  show(text) {
    const [name = '', address = '', more = ''] = text.split(' ');
    return (
      <>
        <span className="host">{visibleText(name)}</span>
        <small>{address}</small>
        {more !== '' && <small>not in the delegation</small>}
      </>
    );
  },
};

const formats = new Map<string, ColumnFormat>([
  ['Server', nameCell],
  ...columns.map(({ title }) => [title, shownCell] as const),
]);

function nameOf({ name, address, isListed }: Server): string {
  return `${name} ${address}${isListed === false ? ' unlisted' : ''}`;
}

function rowAbove(server: Server): string[] {
  const [answer, time] = ['Answer', 'Time'].map((title) =>
    columns.find((one) => one.title === title)?.read(server, [], undefined),
  );
  return [nameOf(server), server.zone, answer === undefined ? '' : asText(answer), time?.text ?? ''];
}
