import { derivedTables } from '@sonde/contract/table/derived-tables';
import { mailAnswerExplanations } from '@sonde/contract/tools/mail/explanations';
import { type Sentence, sentencesOf } from '@sonde/contract/tools/mail/sentences';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { CircleDashed } from '../../ui/icons/lucide/circle-dashed.ts';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { stateWords } from '../findings/state-words.ts';
import { announced, Verdict } from '../findings/verdict.tsx';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { AnswerActions } from '../screens/answer-actions.tsx';
import sheet from './mail.css?inline';
import { BimiPanel, DkimPanel, DmarcPanel, ExchangePanel, ListsPanel, TransportPanel } from './panels.tsx';
import type { MailAnswer, MailKnown } from './query.ts';
import { DanePanel, ServersPanel } from './servers-panel.tsx';
import { SpfPanel } from './spf-panel.tsx';
import { texts } from './texts.ts';
import { WayPanels } from './way-panels.tsx';

addExplanations(mailAnswerExplanations);

adoptSheet(sheet);

export interface AnswerProps {
  readonly domain: string;
  readonly known: MailKnown;
  readonly phase: 'running' | 'done' | 'outdated';
  onCancel(): void;
}

const PENDING = 'Findings appear when all parts have been read.';

/** A summary of three sentences, the findings, and the parts they are based on. */
export function Answer({ domain, known, phase, onCancel }: AnswerProps) {
  const isRunning = phase === 'running';
  const { findings, gaps = [] } = known;
  const sentences = sentencesOf(known);
  const title = known.isParked === true ? `${domain} is correctly set up without mail` : `The mail of ${domain}`;
  const said = sentences.map(({ question, text }) => `${question} ${text}`).join(' ');
  const top = (
    <>
      <AnswerCard
        title={title}
        sub={gaps.length === 0 ? undefined : gaps.map(gapText).join(' ')}
        announcement={isRunning ? texts.loading : `${announced(title, findings)}. ${said}`}
        actions={<AnswerActions tool="mail" target={domain} data={known} tables={derivedTables(known)} />}
      >
        <Sentences sentences={sentences} />
        <Verdict findings={findings} pending={isRunning ? null : undefined} />
      </AnswerCard>
      <AlsoCheck tool="mail" target={domain} />
    </>
  );
  return (
    <LookupFrame
      top={top}
      {...(phase === 'done' ? {} : { status: <StatusLine text={texts.loading} onCancel={onCancel} /> })}
    >
      <FindingsPanel findings={findings} pending={isRunning ? PENDING : null} />
      <WayPanels known={known} />
      <Parts domain={domain} known={known} />
    </LookupFrame>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly Sentence[] }) {
  return (
    <ul className="mail-says">
      {sentences.map(({ question, state, text }) => {
        const Icon = state === undefined ? CircleDashed : stateWords[state].icon;
        return (
          <li key={question} data-state={state}>
            <Icon className="i" />
            <span>
              <b>{question}</b>
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const partNames: Readonly<Record<string, string>> = {
  mx: 'Mail servers',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  mtaSts: 'MTA-STS',
  tlsRpt: 'TLS-RPT',
  bimi: 'BIMI',
  servers: 'Mail servers on port 25',
  dane: 'DANE',
  lists: 'Blocklists',
};

function gapText({ part, code }: MailAnswer['gaps'][number]): string {
  if (part === 'spf' && code === 'work-limit') return 'SPF refers to more than 60 records. The rest were not read.';
  if (part === 'smtp')
    return 'The Sonde server cannot connect to port 25 of other servers, so TLS of the mail servers was not checked.';
  return `${partNames[part] ?? part}: not determined. ${gapMeaning(code)}`;
}

function Parts({ domain, known }: { readonly domain: string; readonly known: MailKnown }) {
  const { mx, spf, dkim, dkimSearch, dmarc, mtaSts, tlsRpt, bimi, servers, dane, lists } = known;
  const hasTransport = mtaSts !== undefined && tlsRpt !== undefined && (mtaSts !== null || tlsRpt !== null);
  return (
    <>
      {mx !== undefined && <ExchangePanel domain={domain} mx={mx} />}
      {spf != null && <SpfPanel domain={domain} spf={spf} />}
      {dkim !== undefined && dkimSearch != null && <DkimPanel domain={domain} dkim={dkim} why={dkimSearch.why} />}
      {dmarc != null && <DmarcPanel domain={domain} dmarc={dmarc} />}
      {hasTransport && <TransportPanel domain={domain} mtaSts={mtaSts} tlsRpt={tlsRpt} />}
      {bimi != null && <BimiPanel bimi={bimi} />}
      {servers !== undefined && <ServersPanel servers={servers} />}
      {dane !== undefined && <DanePanel dane={dane} />}
      {lists !== undefined && <ListsPanel lists={lists} />}
    </>
  );
}
