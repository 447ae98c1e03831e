import { toReverseName } from '@sonde/contract/targets/reverse-name';
import type { ReactNode } from 'react';
import { AskError } from '../../browser/api/ask-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Server } from '../../ui/icons/lucide/server.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { offlineCause } from '../lookup/offline-cause.ts';
import { isMissingName } from '../lookup/refusal.ts';
import { useLookup } from '../lookup/use-lookup.ts';
import { AlsoCheck } from '../screens/also-check.tsx';
import { Answer } from './answer.tsx';
import { comparableTypes } from './everywhere/comparable-types.ts';
import { Everywhere } from './everywhere/everywhere.tsx';
import { Loading } from './loading.tsx';
import {
  emptyReason,
  failureCause,
  failureText,
  isEmptyAnswer,
  reverseEmptyReason,
  saidInFailure,
} from './messages.ts';
import type { DnsAsked } from './options/dns-options.ts';
import { dnsLookup } from './query.ts';
import { DelegationLink } from './reasons.tsx';
import { texts } from './texts.ts';

/** Everything below the field: progress, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel }: ResultProps<DnsAsked>) {
  const { target, submitCount, options } = asked;
  // A lookup of an address queries its reverse name.
  const domain = toReverseName(target) ?? target;
  const { answer, error, isBusy, askAgain } = useLookup(dnsLookup(domain, options), submitCount, onRunning);

  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null && !isEmptyAnswer(error))
    return (
      <LookupFailure error={error} message={failureText(error)} cause={causeOf(error, domain)} onAgain={askAgain} />
    );
  if (error !== null || answer?.data.records.length === 0)
    return (
      <LookupFrame top={<Nothing target={target} error={error} />}>
        <Everywhere key={domain} domain={domain} options={options} types={comparableTypes([], options)} />
      </LookupFrame>
    );
  // A new answer is a new element, so that replacing the old one does not count as a layout shift.
  if (answer === null) return null;
  return <Answer key={answer.at} data={answer.data} options={options} isBusy={isBusy} onCancel={onCancel} />;
}

/** Failures whose cause may be the servers of the domain. */
const OF_SERVERS: readonly (string | null | undefined)[] = ['servfail', 'timeout'];

/** The resolver's explanation, if it gave one, with a link to the check that finds out more. */
function causeOf(error: unknown, domain: string): ReactNode {
  const cause = failureCause(error) ?? offlineCause(error);
  const said = saidInFailure(error);
  const reason = error instanceof AskError ? error.failure?.reason : null;
  if (said === null && !OF_SERVERS.includes(reason)) return cause;
  return (
    <>
      {cause} {said !== null && visibleText(said)}
      <span style={{ display: 'block' }}>
        <DelegationLink domain={domain} />
      </span>
    </>
  );
}

function Nothing({ target, error }: { readonly target: string; readonly error: unknown }) {
  const isReverse = toReverseName(target) !== null;
  return (
    <EmptyState
      icon={Server}
      title={texts.empty}
      action={<AlsoCheck tool="dns" target={target} isMissing={isMissingName(error)} />}
      afterSearch
    >
      {isReverse ? reverseEmptyReason(target) : emptyReason(error)} {saidInFailure(error)}
    </EmptyState>
  );
}
