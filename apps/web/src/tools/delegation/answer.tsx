import type { Finding } from '@sonde/contract/finding/finding';
import { counted } from '@sonde/contract/text/counted';
import { knownWord } from '@sonde/contract/text/known-word';
import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { allDelegationExplanations } from '@sonde/contract/tools/delegation/explanations';
import { delegationTables } from '@sonde/contract/tools/delegation/tables';
import { SkeletonPanel } from '../../ui/feedback/skeleton-panel.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { addExplanations } from '../findings/explanations.ts';
import type { AnswerPhase } from '../lookup/answer-phase.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { gapTexts, titleOf } from './answer-words.ts';
import { ChainPanel } from './chain/panel.tsx';
import { statusText } from './chain/words.ts';
import type { DelegationAnswer, DelegationDraft } from './query.ts';
import { RecordsBlock, recordsFor } from './records.tsx';
import { keptFor, ServersPanel } from './servers/panel.tsx';
import { texts } from './texts.ts';

addExplanations(allDelegationExplanations);

interface AnswerProps {
  readonly domain: string;
  readonly phase: AnswerPhase<DelegationDraft, DelegationAnswer>;
}

/**
 * One component from the first zone to the verdict. Until then the zones are told in a sentence: a drawing would move down
 * under its reader when the verdict and what to do come above it.
 */
export function Answer({ domain, phase }: AnswerProps) {
  const data = phase.is === 'running' ? null : phase.data;
  return (
    <AnswerPage
      tool="delegation"
      target={domain}
      {...(data === null ? { title: domain, good: '', announcement: `Checking ${domain}` } : wordsOf(data))}
      answer={data}
      running={
        phase.is === 'running'
          ? { said: saidOf(phase.draft), progress: progressOf(domain, phase.draft), onCancel: phase.onCancel }
          : null
      }
      outdated={phase.is === 'outdated' ? { text: texts.loading, onCancel: phase.onCancel } : null}
      isLate={phase.is === 'running' && phase.draft.zones.length === 0}
      panelOf={panelOf}
      actionOf={(finding) => data && <Mending finding={finding} data={data} />}
      actions={data && <AnswerActions tool="delegation" target={domain} data={data} tables={delegationTables(data)} />}
    >
      {data === null ? (
        <SkeletonPanel rows={6} />
      ) : (
        <>
          <ChainPanel {...data} />
          <ServersPanel {...data} />
        </>
      )}
    </AnswerPage>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  delegation: 'chain-of-trust',
  chain: 'chain-of-trust',
  signatures: 'chain-of-trust',
  denial: 'chain-of-trust',
  servers: 'servers',
  glue: 'servers',
  transport: 'servers',
};

function saidOf({ zones }: DelegationDraft): string {
  if (zones.length === 0) return texts.loading;
  const said = zones.map(({ name, status }) => `${zoneText(name)} (${statusText(status).toLowerCase()})`);
  return `Answered so far: ${said.join(', ')}.`;
}

/** At most the root and every label below it are zones. */
const progressOf = (domain: string, { zones }: DelegationDraft) =>
  Math.min(1, zones.length / (domain.split('.').length + 1));

/** The title, what it means, and what was left out. */
function wordsOf(data: DelegationAnswer) {
  const { domain, zone, why, findings, gaps, isPreFlight, nameExists } = data;
  return {
    title: titleOf(data),
    good: 'Resolvers find the servers of this zone, and all of them agree.',
    // What to do may say the same.
    facts: [findings?.some(({ evidence }) => evidence === why) !== true && why, changeText(data), effortText(data)],
    notes: [
      ...(isPreFlight ? ['Tested before publishing, with the name servers or DS records from the form.'] : []),
      ...(zone === domain || nameExists === false ? [] : [`${domain} is not a separate zone, so ${zone} was checked.`]),
      ...gaps.map(({ part }) => knownWord(gapTexts, part, `Not determined: ${part}.`)),
    ],
  };
}

/** What somebody asks who has changed the servers of the zone. */
function changeText(data: DelegationAnswer): string | null {
  const time = data.nameExists === false ? null : keptFor(data);
  return time === null ? null : `A change of servers takes up to ${time} to be seen.`;
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
