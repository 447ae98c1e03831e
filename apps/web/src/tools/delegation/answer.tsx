import type { Finding } from '@sonde/contract/finding/finding';
import { verdictOf } from '@sonde/contract/finding/severity';
import { counted } from '@sonde/contract/text/counted';
import { knownWord } from '@sonde/contract/text/known-word';
import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { allDelegationExplanations } from '@sonde/contract/tools/delegation/explanations';
import { delegationTables } from '@sonde/contract/tools/delegation/tables';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { judged } from '../findings/judged.ts';
import { RunningCard } from '../findings/running-card.tsx';
import { announced, Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { gapTexts, titleOf } from './answer-words.ts';
import { ChainPanel } from './chain/panel.tsx';
import type { DelegationAnswer, Draft } from './query.ts';
import { RecordsBlock, recordsFor } from './records.tsx';
import { ServersPanel } from './servers/panel.tsx';
import { texts } from './texts.ts';

addExplanations(allDelegationExplanations);

export type Phase =
  /** Zones are still arriving. */
  | { readonly is: 'running'; readonly draft: Draft; onCancel(): void }
  | { readonly is: 'done'; readonly data: DelegationAnswer }
  /** The previous answer, dimmed, while a newer lookup runs. */
  | { readonly is: 'outdated'; readonly data: DelegationAnswer; onCancel(): void };

const JUDGED_LATER = 'Findings appear when all name servers have answered.';

/** About the height of a chain of three zones. */
const BESIDE_THE_CHAIN_REM = 42;

interface AnswerProps {
  readonly domain: string;
  readonly phase: Phase;
}

/** One component from the first zone to the verdict, so that the chain grows in place. */
export function Answer({ domain, phase }: AnswerProps) {
  const data = phase.is === 'running' ? null : phase.data;
  const known: Draft = phase.is === 'running' ? phase.draft : phase.data;
  return (
    <LookupFrame
      {...(phase.is === 'outdated' && { status: <StatusLine text={texts.loading} onCancel={phase.onCancel} /> })}
      top={
        <>
          {phase.is === 'running' ? (
            <RunningCard
              title={`Checking ${domain}`}
              said={saidOf(phase.draft)}
              progress={progressOf(domain, phase.draft)}
              pending={JUDGED_LATER}
              onCancel={phase.onCancel}
            />
          ) : (
            <VerdictCard data={phase.data} />
          )}
          <AlsoCheck tool="delegation" target={domain} />
        </>
      }
    >
      <ChainPanel zones={known.zones} edges={known.edges} />
      <FindingsPanel
        span={5}
        roomRem={BESIDE_THE_CHAIN_REM}
        findings={data?.findings}
        pending={phase.is === 'running' ? JUDGED_LATER : null}
        actionOf={(finding) => data && <Mending finding={finding} data={data} />}
      />
      {data !== null && <ServersPanel zone={data.zone} zones={data.zones} servers={data.servers} />}
    </LookupFrame>
  );
}

const saidOf = ({ zones }: Draft) => `The servers of ${zoneText(zones.at(-1)?.name ?? '.')} have answered`;

/** At most the root and every label below it are zones. */
const progressOf = (domain: string, { zones }: Draft) => Math.min(1, zones.length / (domain.split('.').length + 1));

/** The verdict, its most important sentence, and what was left out. */
function VerdictCard({ data }: { readonly data: DelegationAnswer }) {
  const { domain, zone, why, findings, gaps, isPreFlight, nameExists } = data;
  const title = titleOf(data);
  // The verdict below may contain the same sentence.
  const isSaid = verdictOf(judged(findings))?.evidence === why;
  const notes = [
    ...(isPreFlight ? ['Tested before publishing, with the name servers or DS records from the form.'] : []),
    ...(zone === domain || nameExists === false ? [] : [`${domain} is not a separate zone, so ${zone} was checked.`]),
    ...gaps.map(({ part }) => knownWord(gapTexts, part, `Not determined: ${part}.`)),
  ];
  return (
    <AnswerCard
      title={title}
      sub={isSaid ? effortText(data) : why}
      notes={notes}
      announcement={announced(title, findings)}
      actions={<AnswerActions tool="delegation" target={domain} data={data} tables={delegationTables(data)} />}
    >
      <Verdict findings={findings} pending={null} />
    </AnswerCard>
  );
}

function effortText({ questions, zones, servers, zone }: DelegationAnswer): string {
  const asked = servers.filter((server) => server.zone === zone).length;
  const many =
    questions === null
      ? ''
      : `${counted(questions, 'query', 'queries')} to the servers of ${counted(zones.length, 'zone')}; `;
  return `${many}${zoneText(zone)} has ${counted(asked, 'server address', 'server addresses')}.`;
}

function Mending({ finding, data }: { readonly finding: Finding; readonly data: DelegationAnswer }) {
  const records = recordsFor(finding, data);
  return records && <RecordsBlock {...records} />;
}
