import { whoisExplanations } from '@sonde/contract/tools/whois/explanations';
import { registrationPicture } from '@sonde/contract/tools/whois/pictures';
import { type FieldRow, fieldRows, stateText, whoisTables } from '@sonde/contract/tools/whois/tables';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { Picture } from '../../ui/charts/picture.tsx';
import { CalendarButton } from '../../ui/export/calendar-button.tsx';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { FileText } from '../../ui/icons/lucide/file-text.ts';
import { ListChecks } from '../../ui/icons/lucide/list-checks.ts';
import { UserRound } from '../../ui/icons/lucide/user-round.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { linked } from '../../ui/text/linked-text.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { AnswerPage } from '../answer/answer-page.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { useAnswerTime } from '../checked/frozen-context.ts';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { fieldParts, serverParts } from './came-from.ts';
import { gapSentences } from './messages.ts';
import { ageFigure, expiryFigure } from './periods.ts';
import type { ReadRegistration, WhoisAnswer } from './query.ts';
import { texts } from './texts.ts';

addExplanations(whoisExplanations);

interface AnswerProps {
  readonly data: WhoisAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** The parsed registration and the original record. They stay, dimmed, while a newer lookup runs. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const { registration, whoIsInfo } = data;
  const { name, registrar, created, expires, registrarExpires } = registration;
  const now = useAnswerTime();
  const state = stateText(registration.state);
  // The dates of a reserved name are those of the registry's own entry.
  const until = state === null ? (expires ?? registrarExpires) : null;
  const answeredBy = data.source.server === null ? '' : `Answered by ${data.source.server}`;
  const through = registrar === null || state !== null ? answeredBy : `Registered through ${registrar.name}`;
  const figures = [
    ...(created === null || state !== null ? [] : [ageFigure(created, now)]),
    ...(until === null ? [] : [expiryFigure(until, now)]),
  ].map(({ value, label }) => `${value} ${label}`);
  const rows = fieldRows(registration);
  const main = rows.some(({ source }) => source === data.source.server) ? data.source.server : null;
  return (
    <AnswerPage
      tool="whois"
      target={name}
      title={name}
      mono
      answer={data}
      good={state === null ? 'The registration is in order: nothing has to be done now.' : `${state}.`}
      facts={[through, state ?? dnssecWords(registration.dnssec), ...figures]}
      notes={[...registration.notes, ...gapSentences(data)]}
      announcement={[through === '' ? name : `${name}: ${through}`, ...figures].join(', ')}
      outdated={isBusy ? { text: texts.loading, onCancel } : null}
      panelOf={panelOf}
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
      {rows.length > 0 && (
        <Panel
          title="Registration"
          icon={UserRound}
          note={main === null ? undefined : `As ${visibleText(main)} has it`}
        >
          <CameFrom what="the registration" parts={fieldParts(data)} />
          <Picture of={registrationPicture(data, now.getTime())} />
          <KeyValueList rows={rows.map((row) => shownRow(row, main))} missing="" wide />
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
    </AnswerPage>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  expiry: 'registration',
  status: 'status-codes',
  lock: 'status-codes',
  dnssec: 'registration',
  holder: 'registration',
  abuse: 'registration',
  registry: 'whois-record',
};

function expiryEvent({ name, registrar }: ReadRegistration, until: string) {
  return {
    uid: `whois-${name}`,
    summary: `The registration of ${name} expires`,
    description: registrar === null ? '' : `Registered through ${registrar.name}.`,
    at: new Date(until),
    remindDaysBefore: [30, 7],
  };
}

/** A value, and below it the server that sent it, if that is not the main one. */
function shownRow({ label, value, source, mono }: FieldRow, main: string | null) {
  const shown = (
    <>
      {linked(withLocalTimes(shownText(value)))}
      {source !== null && source !== main && <small className="src">{visibleText(source)}</small>}
    </>
  );
  return { label, value, shown, mono };
}

function StatusCodes({ status }: Pick<ReadRegistration, 'status'>) {
  const rows = status.map(({ code, meaning }) => ({ label: code, value: meaning }));
  return (
    <Panel title="Status codes" icon={ListChecks} count={rows.length}>
      <KeyValueList rows={rows} missing="A status code of this registry only" />
    </Panel>
  );
}

function dnssecWords(state: ReadRegistration['dnssec']): string | null {
  if (state === 'unsigned') return 'DNSSEC not signed';
  return state === null ? null : `DNSSEC ${state}`;
}
