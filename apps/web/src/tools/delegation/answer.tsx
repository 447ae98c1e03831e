import type { delegation, Reading } from '@sonde/contract';
import { ListChecks, Network, Server } from 'lucide-react';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { findingRows, findingTitles, serverRows, serverTitles, zoneRows, zoneTitles } from './rows.ts';
import { verdictTexts } from './texts.ts';

export interface AnswerProps {
  readonly data: Reading<typeof delegation.answer>;
  readonly isOld: boolean;
}

/** The verdict, what was found, and the zones and servers that it rests on. */
export function Answer({ data, isOld }: AnswerProps) {
  const { domain, zone, verdict, why, findings, zones, servers, gaps } = data;
  const notes = [
    ...(zone === domain ? [] : [`${domain} is not a zone of its own: ${zone} was examined.`]),
    ...gaps.map(({ part }) => gapTexts[part] ?? `Not determined: ${part}.`),
  ];
  const top = (
    <>
      <AnswerCard title={`${zone}: ${verdictTexts[verdict] ?? verdict}`} sub={why} notes={notes} />
      <AlsoCheck tool="delegation" target={domain} />
    </>
  );
  return (
    <LookupFrame top={top} isOld={isOld}>
      <Panel title="Findings" icon={ListChecks} count={findings?.length ?? 0}>
        <RecordTable label="Findings" titles={findingTitles} rows={findingRows(findings ?? [])} />
      </Panel>
      <Panel title="Zones" icon={Network} count={zones.length}>
        <RecordTable label="Zones" titles={zoneTitles} rows={zones.map(zoneRows)} />
      </Panel>
      <Panel title="Servers" icon={Server} count={servers.length}>
        <RecordTable label="Servers" titles={serverTitles} rows={servers.toReversed().map(serverRows)} />
      </Panel>
    </LookupFrame>
  );
}

const gapTexts: Readonly<Record<string, string>> = {
  ipv6: 'This server has no IPv6: servers were asked by IPv4 only.',
  servers: 'The zone has more servers than are asked: the rest was left out.',
  intercepted: 'Something on the way answers in the place of the servers, so nothing can be told.',
};
