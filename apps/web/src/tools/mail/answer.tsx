import { derivedTables } from '@sonde/contract/table/derived-tables';
import { mailAnswerExplanations } from '@sonde/contract/tools/mail/explanations';
import { sentencesOf } from '@sonde/contract/tools/mail/sentences';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { MailSearch } from '../../ui/icons/lucide/mail-search.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { gapMeaning } from '../lookup/gap-meaning.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import sheet from './mail.css?inline';
import { BimiPanel, DkimPanel, DmarcPanel, ExchangePanel, ListsPanel, TransportPanel } from './panels.tsx';
import type { MailAnswer, MailKnown } from './query.ts';
import { DanePanel, ServersPanel } from './servers-panel.tsx';
import { SpfPanel } from './spf-panel.tsx';
import { texts } from './texts.ts';
import { ToHeaderReader } from './to-header-reader.tsx';
import { WayPanels } from './way-panels.tsx';

addExplanations(mailAnswerExplanations);

adoptSheet(sheet);

interface AnswerProps {
  readonly domain: string;
  readonly known: MailKnown;
  readonly phase: 'running' | 'done' | 'outdated';
  onCancel(): void;
}

/** The judgement, and the parts of a domain's mail it is based on. */
export function Answer({ domain, known, phase, onCancel }: AnswerProps) {
  const isRunning = phase === 'running';
  const title = known.isParked === true ? `${domain} is correctly set up without mail` : `The mail of ${domain}`;
  const sentences = sentencesOf(known);
  const said = sentences.map(({ question, text }) => `${question} ${text}`).join(' ');
  return (
    <AnswerPage
      tool="mail"
      target={domain}
      title={title}
      answer={known}
      good="Nothing that was checked needs fixing."
      notes={(known.gaps ?? []).map(gapText)}
      announcement={isRunning ? texts.loading : `${title}. ${said}`}
      running={isRunning ? { said: texts.loading, progress: progressOf(known), onCancel } : null}
      outdated={phase === 'outdated' ? { text: texts.loading, onCancel } : null}
      isLate={known.mx === undefined}
      panelOf={panelOf}
      actions={<AnswerActions tool="mail" target={domain} data={known} tables={derivedTables(known)} />}
    >
      <Panel title="In short" icon={MailSearch}>
        <KeyValueList rows={sentences.map(({ question, text }) => ({ label: question, value: text }))} missing="" />
        <ToHeaderReader />
      </Panel>
      <WayPanels known={known} isAwaited={isRunning} />
      <Parts domain={domain} known={known} />
    </AnswerPage>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  mx: 'mail-servers',
  spf: 'spf',
  dkim: 'dkim',
  dmarc: 'dmarc',
  starttls: 'mail-servers-on-port-25',
  dane: 'dane',
  'mta-sts': 'protection-in-transit',
  'tls-reports': 'protection-in-transit',
  logo: 'logo-bimi',
  blocklists: 'blocklists',
};

const partFields = ['mx', 'spf', 'dkim', 'dmarc', 'mtaSts', 'tlsRpt', 'bimi', 'servers', 'dane', 'lists'] as const;

function progressOf(known: MailKnown): number {
  return partFields.filter((part) => known[part] !== undefined).length / (partFields.length + 1);
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
