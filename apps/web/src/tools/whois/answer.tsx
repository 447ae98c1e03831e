import { FileText, ListChecks, UserRound } from 'lucide-react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CalendarButton } from '../../ui/calendar-button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { linked } from '../../ui/linked-text.tsx';
import { withLocalTimes } from '../../ui/local-times.ts';
import { Panel } from '../../ui/panel.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { shownText } from '../../ui/shown-text.ts';
import { StatusLine } from '../../ui/status-line.tsx';
import { visibleText } from '../../ui/visible-text.ts';
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

/** What is read from the record, and the record as it is. While a newer lookup runs they stay, dimmed. */
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
      {rows.length > 0 && (
        <Panel title="Registration" icon={UserRound}>
          <KeyValueList rows={rows.map(shownRow)} missing="" wide />
        </Panel>
      )}
      {registration.status.length > 0 && <StatusCodes status={registration.status} />}
      <Panel title="WHOIS record" icon={FileText} actions={<CopyButton label="WHOIS record" text={whoIsInfo} />}>
        <CodeBlock label="Raw WHOIS text" text={whoIsInfo} tintsKeys />
      </Panel>
    </LookupFrame>
  );
}

function Summary({ data }: { readonly data: WhoisAnswer }) {
  const { registration } = data;
  const { name, registrar, created, expires, registrarExpires } = registration;
  const now = new Date();
  const until = expires ?? registrarExpires;
  const answeredBy = data.source.server === null ? '' : `Answered by ${data.source.server}`;
  const through = registrar === null ? answeredBy : `Registered through ${registrar.name}`;
  const stats = [
    ...(created === null ? [] : [ageFigure(created, now)]),
    ...(until === null ? [] : [expiryFigure(until, now)]),
  ];
  return (
    <AnswerCard
      title={name}
      mono
      sub={through}
      notes={[...registration.notes, ...gapSentences(data)]}
      stats={stats}
      badge={<Dnssec state={registration.dnssec} />}
      announcement={[
        through === '' ? name : `${name}: ${through}`,
        ...stats.map(({ value, label }) => `${value} ${label}`),
      ].join(', ')}
      actions={
        <>
          <ShareButton />
          <ExportMenu tool="whois" target={name} data={data} tables={exportTables(registration)} />
          {until !== null && (
            <CalendarButton
              label="Add expiry to calendar"
              fileName={`${name}-expiry.ics`}
              event={expiryEvent(registration, until)}
            />
          )}
        </>
      }
    />
  );
}

function Dnssec({ state }: { readonly state: Registration['dnssec'] }) {
  if (state === 'signed') return <Badge tone="ok">DNSSEC signed</Badge>;
  if (state === 'unsigned') return <Badge>DNSSEC not signed</Badge>;
  return state === null ? null : <Badge>{`DNSSEC ${state}`}</Badge>;
}

function expiryEvent({ name, registrar }: Registration, until: string) {
  return {
    uid: `whois-${name}`,
    summary: `The registration of ${name} expires`,
    description: registrar === null ? '' : `Registered through ${registrar.name}.`,
    at: new Date(until),
    remindDaysBefore: [30, 7],
  };
}

/** A value, and below it the server whose word it is. */
function shownRow({ label, value, source, mono }: FieldRow) {
  const shown = (
    <>
      {linked(withLocalTimes(shownText(value)))}
      {source !== null && <small className="src">{visibleText(source)}</small>}
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
