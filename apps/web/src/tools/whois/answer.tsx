import { whoisExplanations } from '@sonde/contract/tools/whois/explanations';
import { registrationPicture } from '@sonde/contract/tools/whois/pictures';
import { type FieldRow, fieldRows, stateText, whoisTables } from '@sonde/contract/tools/whois/tables';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { Picture } from '../../ui/charts/picture.tsx';
import { CalendarButton } from '../../ui/export/calendar-button.tsx';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { FileText } from '../../ui/icons/lucide/file-text.ts';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { UserRound } from '../../ui/icons/lucide/user-round.ts';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge } from '../../ui/tables/badge.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { linked } from '../../ui/text/linked-text.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { useAnswerTime } from '../checked/frozen-context.ts';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { announced, Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { fieldParts, serverParts } from './came-from.ts';
import { gapSentences } from './messages.ts';
import { ageFigure, expiryFigure } from './periods.ts';
import type { Registration, WhoisAnswer } from './query.ts';
import { texts } from './texts.ts';

addExplanations(whoisExplanations);

export interface AnswerProps {
  readonly data: WhoisAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** The parsed registration and the original record. They stay, dimmed, while a newer lookup runs. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const { registration, whoIsInfo } = data;
  const rows = fieldRows(registration);
  const now = useAnswerTime();
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
      <FindingsPanel findings={data.findings} />
      {rows.length > 0 && (
        <Panel title="Registration" icon={UserRound}>
          <CameFrom what="the registration" parts={fieldParts(data)} />
          <Picture of={registrationPicture(data, now.getTime())} />
          <KeyValueList rows={rows.map(shownRow)} missing="" wide />
        </Panel>
      )}
      {registration.status.length > 0 && <StatusCodes status={registration.status} />}
      {/* Empty in a result that was kept without contacts. */}
      {whoIsInfo !== '' && (
        <Panel title="WHOIS record" icon={FileText} actions={<CopyButton label="WHOIS record" text={whoIsInfo} />}>
          <CameFrom what="the WHOIS record" parts={serverParts(data)} />
          <CodeBlock label="Raw WHOIS text" text={whoIsInfo} tintsKeys />
        </Panel>
      )}
    </LookupFrame>
  );
}

function Summary({ data }: { readonly data: WhoisAnswer }) {
  const { registration } = data;
  const { name, registrar, created, expires, registrarExpires } = registration;
  const now = useAnswerTime();
  const state = stateText(registration.state);
  // The dates of a reserved name are those of the registry's own entry.
  const until = state === null ? (expires ?? registrarExpires) : null;
  const answeredBy = data.source.server === null ? '' : `Answered by ${data.source.server}`;
  const through = registrar === null || state !== null ? answeredBy : `Registered through ${registrar.name}`;
  const stats = [
    ...(created === null || state !== null ? [] : [ageFigure(created, now)]),
    ...(until === null ? [] : [expiryFigure(until, now)]),
  ];
  return (
    <AnswerCard
      title={name}
      mono
      sub={through}
      notes={[...registration.notes, ...gapSentences(data)]}
      stats={stats}
      badge={state === null ? <Dnssec state={registration.dnssec} /> : <Badge>{state}</Badge>}
      announcement={announced(
        [through === '' ? name : `${name}: ${through}`, ...stats.map(({ value, label }) => `${value} ${label}`)].join(
          ', ',
        ),
        data.findings,
      )}
      actions={
        <>
          <AnswerActions tool="whois" target={name} data={data} tables={whoisTables(data)} />
          {until !== null && (
            <CalendarButton
              label="Add expiry to calendar"
              fileName={`${name}-expiry.ics`}
              event={expiryEvent(registration, until)}
            />
          )}
        </>
      }
    >
      <Verdict findings={data.findings} />
    </AnswerCard>
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

/** A value, and below it the server that sent it. */
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
      <KeyValueList rows={rows} missing="A status code of this registry only" />
    </Panel>
  );
}
