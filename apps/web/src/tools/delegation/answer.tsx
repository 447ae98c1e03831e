import type { delegation, Reading } from '@sonde/contract';
import { derivedTables } from '@sonde/contract/tables/derived-tables';
import { Network, Server } from 'lucide-react';
import { ExportMenu } from '../../ui/export/export-menu.tsx';
import { ShareButton } from '../../ui/export/share-button.tsx';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { announced, Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { SaveButton } from '../screens/save-button.tsx';
import { serverRows, serverTitles, zoneRows, zoneTitles } from './rows.ts';
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
  const title = `${zone}: ${verdictTexts[verdict] ?? verdict}`;
  const top = (
    <>
      <AnswerCard
        title={title}
        sub={why}
        notes={notes}
        announcement={announced(title, findings)}
        actions={
          <>
            <ShareButton />
            <SaveButton target={domain} />
            <ExportMenu tool="delegation" target={domain} data={data} tables={derivedTables(data)} />
          </>
        }
      >
        <Verdict findings={findings} />
      </AnswerCard>
      <AlsoCheck tool="delegation" target={domain} />
    </>
  );
  return (
    <LookupFrame top={top} isOld={isOld}>
      <FindingsPanel findings={findings} />
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
