import type { Gap } from '@sonde/contract';
import type { Budget } from '../../../engines/tls/connection/budget.ts';
import type { Measured, ProbeContext } from '../../../probe.ts';
import { whoCanConnect } from '../clients/who-can-connect.ts';
import { addressWithoutCertificate } from '../served/other-addresses.ts';
import { servedGaps, servedPart } from '../served/served-part.ts';
import type { Stage } from '../stages.ts';
import { gapsOf, groupsPart, protocolsPart, type SslData, type SslProgress, suitesPart } from './answer-parts.ts';
import { type KnownFacts, type ViewSources, viewOf } from './answer-view.ts';
import { behaviourPart } from './behaviour-part.ts';
import { revocationPart } from './revocation-part.ts';

/** Collects the results of a check and reports them part by part. */
export interface AnswerBuilder {
  readonly facts: KnownFacts;
  /** Reports what is known about one part now. */
  report(part: SslProgress['stage']): void;
  reportStage(stage: Stage): void;
  finish(): Measured<SslData>;
}

export interface AnswerSources extends ViewSources {
  readonly budget: Budget;
  readonly report: ProbeContext<SslProgress>['report'];
}

export function createAnswerBuilder({ budget, report, ...sources }: AnswerSources): AnswerBuilder {
  const { facts, observed } = sources;
  const { places, certificate, judgement, session, observations, ...view } = viewOf(sources);
  let isOver = false;
  const security = () => view.security(isOver);
  const makers = {
    certificate: () => ({ stage: 'certificate', ...facts.target, ...certificate(), ...security() }),
    negotiated: () => ({ stage: 'negotiated', ...session(), ...security() }),
    protocols: () => ({ stage: 'protocols', ...protocolsPart(observed), ...security() }),
    suites: () => ({ stage: 'suites', ...suitesPart(observed), connections: budget.connections }),
    groups: () => ({ stage: 'groups', ...groupsPart(observed) }),
    behaviour: () => ({ stage: 'behaviour', ...behaviourPart(observed, facts) }),
    revocation: () => ({ stage: 'revocation', ...revocationPart(facts), ...judgement() }),
    served: () => ({ stage: 'served', ...servedPart(places()), ...judgement() }),
    quic: () => ({ stage: 'quic', quic: facts.quic }),
    observations: () => ({ stage: 'observations', ...observations(), ...security() }),
  } satisfies { [Stage in SslProgress['stage']]: () => Extract<SslProgress, { stage: Stage }> };
  const reportPart: AnswerBuilder['report'] = (part) => report(makers[part]());

  return {
    facts,
    report: reportPart,
    reportStage(stage) {
      if (stage === 'groups') return reportPart('groups');
      if (stage === 'behaviour' || stage === 'served') return reportPart(stage);
      if (stage === 'experiments') return reportPart('observations');
      reportPart('protocols');
      reportPart('suites');
    },
    finish() {
      isOver = true;
      noteNotAsked(facts);
      const effort = {
        connections: budget.connections,
        partial: budget.stopped !== null,
        partialReason: budget.stopped,
      };
      const measured = {
        ...facts.target,
        ...certificate(),
        ...revocationPart(facts),
        ...servedPart(places()),
        quic: facts.quic,
        ...session(),
        ...protocolsPart(observed),
        ...suitesPart(observed),
        ...groupsPart(observed),
        ...behaviourPart(observed, facts),
        ...observations(),
        ...security(),
        ...effort,
      };
      const { signsOnlyWithSha1 } = observed;
      const data: SslData = {
        ...measured,
        clients: whoCanConnect(
          { ...measured, signsOnlyWithSha1, refusesWebProtocols: facts.refusesWebProtocols },
          observed.handshakes,
        ),
      };
      const unread: Gap[] = facts.certificates.isUnread ? [{ part: 'certificate', code: 'protocol' }] : [];
      const gaps = [
        ...unread,
        ...gapsOf(observed, budget.stopped),
        ...servedGaps(places()),
        ...facts.certificates.gaps,
      ];
      return { data, gaps };
    },
  };
}

/** Marks the other addresses that the check did not reach in time. */
function noteNotAsked({ addresses, target, others }: KnownFacts): void {
  for (const address of addresses) {
    if (address !== target.address && !others.has(address))
      others.set(address, addressWithoutCertificate(address, 'not_asked'));
  }
}
