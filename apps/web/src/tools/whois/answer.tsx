import { CalendarPlus, FileText, ListChecks, UserRound } from 'lucide-react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { toCalendarFile } from '../../ui/calendar-file.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ShareButton } from '../../ui/share-button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { exportTables, type FieldRow, fieldRows } from './field-rows.ts';
import { gapSentences } from './messages.ts';
import { ageFigure, expiryFigure } from './periods.ts';
import type { Registration, WhoisAnswer } from './query.ts';
import { texts } from './texts.ts';

export interface AnswerProps {
  readonly data: WhoisAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** The record as it is, and what is read from it. While a newer lookup runs they stay, dimmed. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const { registration, whoIsInfo } = data;
  const rows = fieldRows(registration);
  return (
    <LookupFrame
      {...(isBusy && { status: <StatusLine text={texts.loading} onCancel={onCancel} /> })}
      top={
        <>
          <Summary data={data} />
          <AlsoCheck tool="whois" target={registration.name} />
        </>
      }
    >
      <Panel title="WHOIS record" icon={FileText} actions={<CopyButton label="WHOIS record" text={whoIsInfo} />}>
        <CodeBlock label="Raw WHOIS text" text={whoIsInfo} tintsKeys />
      </Panel>
      {rows.length > 0 && (
        <Panel title="Registration" icon={UserRound}>
          <KeyValueList rows={rows.map(shownRow)} missing="" wide />
        </Panel>
      )}
      {registration.status.length > 0 && <StatusCodes status={registration.status} />}
    </LookupFrame>
  );
}

function Summary({ data }: { readonly data: WhoisAnswer }) {
  const { registration } = data;
  const { name, registrar, created, expires, registrarExpires } = registration;
  const now = new Date();
  const until = expires ?? registrarExpires;
  const through = registrar === null ? `Answered by ${data.source.server}` : `Registered through ${registrar.name}`;
  const stats = [
    ...(created === null ? [] : [ageFigure(created, now)]),
    ...(until === null ? [] : [expiryFigure(until, now)]),
  ];
  return (
    <AnswerCard
      title={name}
      mono
      sub={
        <>
          {through}
          <Notes sentences={[...registration.notes, ...gapSentences(data)]} />
        </>
      }
      stats={stats}
      badge={<Dnssec state={registration.dnssec} />}
      announcement={[`${name}: ${through}`, ...stats.map(({ value, label }) => `${value} ${label}`)].join(', ')}
      actions={
        <>
          <ShareButton />
          <ExportMenu tool="whois" target={name} data={data} tables={exportTables(registration)} />
          {until !== null && <CalendarButton name={name} until={until} registrar={registrar} />}
        </>
      }
    />
  );
}

/** What a reader must know besides the record. */
function Notes({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <span key={sentence} className="gap">
      <br />
      {sentence}
    </span>
  ));
}

function Dnssec({ state }: { readonly state: Registration['dnssec'] }) {
  if (state === null) return null;
  return state === 'signed' ? <Badge tone="ok">DNSSEC signed</Badge> : <Badge>DNSSEC not signed</Badge>;
}

interface CalendarButtonProps {
  readonly name: string;
  readonly until: string;
  readonly registrar: Registration['registrar'];
}

function CalendarButton({ name, until, registrar }: CalendarButtonProps) {
  function save() {
    const event = {
      uid: `whois-${name}`,
      summary: `The registration of ${name} expires`,
      description: registrar === null ? '' : `Registered through ${registrar.name}.`,
      url: location.href,
      at: new Date(until),
      remindDaysBefore: [30, 7],
    };
    saveFile(`${name}-expiry.ics`, 'text/calendar', toCalendarFile(event, new Date()));
  }
  return (
    <button className="btn" type="button" onClick={save}>
      <CalendarPlus className="i" />
      Add expiry to calendar
    </button>
  );
}

/** A value, and below it the server whose word it is. */
function shownRow({ label, value, source, mono }: FieldRow) {
  const shown = (
    <>
      {value}
      {source !== null && <small className="src">{source}</small>}
    </>
  );
  return { label, value, shown, mono };
}

function StatusCodes({ status }: Pick<Registration, 'status'>) {
  const rows = status.map(({ code, meaning }) => ({ label: code, value: meaning }));
  return (
    <Panel title="Status codes" icon={ListChecks} count={rows.length}>
      <KeyValueList rows={rows} missing="A word of this registry’s own" />
    </Panel>
  );
}
