import type { Gap } from '@sonde/contract';
import type { Measured, ProbeContext } from '../../probe.ts';
import { gapsOf, groupsPart, protocolsPart, type SslData, type SslProgress, suitesPart } from './answer-parts.ts';
import { type Known, type ViewSources, viewOf } from './answer-view.ts';
import { behaviourPart } from './behaviour-part.ts';
import type { Budget } from './budget.ts';
import { whoCanConnect } from './clients/who-can-connect.ts';
import { revocationPart } from './revocation-part.ts';
import { withoutCertificate } from './served/other-addresses.ts';
import { servedGaps, servedPart } from './served/served-part.ts';
import type { Stage } from './stages.ts';

/** The answer as it grows. */
export interface Answer {
  readonly known: Known;
  /** Reports a part: what is known of it now. */
  show(stage: SslProgress['stage']): void;
  showStage(stage: Stage): void;
  finish(): Measured<SslData>;
}

export interface AnswerSources extends ViewSources {
  readonly budget: Budget;
  readonly report: ProbeContext<SslProgress>['report'];
}

export function createAnswer({ budget, report, ...sources }: AnswerSources): Answer {
  const { known, observed } = sources;
  const { places, certificate, judgement, session, findings, ...view } = viewOf(sources);
  let isOver = false;
  const security = () => view.security(isOver);
  const makers = {
    certificate: () => ({ stage: 'certificate', ...known.target, ...certificate(), ...security() }),
    negotiated: () => ({ stage: 'negotiated', ...session(), ...security() }),
    protocols: () => ({ stage: 'protocols', ...protocolsPart(observed), ...security() }),
    suites: () => ({ stage: 'suites', ...suitesPart(observed), connections: budget.connections }),
    groups: () => ({ stage: 'groups', ...groupsPart(observed) }),
    behaviour: () => ({ stage: 'behaviour', ...behaviourPart(observed, known) }),
    revocation: () => ({ stage: 'revocation', ...revocationPart(known.certificates), ...judgement() }),
    served: () => ({ stage: 'served', ...servedPart(places()), ...judgement() }),
    findings: () => ({ stage: 'findings', ...findings(), ...security() }),
  } satisfies { [Stage in SslProgress['stage']]: () => Extract<SslProgress, { stage: Stage }> };
  const show: Answer['show'] = (stage) => report(makers[stage]());

  return {
    known,
    show,
    showStage(stage) {
      if (stage === 'groups') return show('groups');
      if (stage === 'behaviour' || stage === 'served') return show(stage);
      if (stage === 'experiments') return show('findings');
      show('protocols');
      show('suites');
    },
    finish() {
      isOver = true;
      noteNotAsked(known);
      const effort = {
        connections: budget.connections,
        partial: budget.stopped !== null,
        partialReason: budget.stopped,
      };
      const measured = {
        ...known.target,
        ...certificate(),
        ...revocationPart(known.certificates),
        ...servedPart(places()),
        ...session(),
        ...protocolsPart(observed),
        ...suitesPart(observed),
        ...groupsPart(observed),
        ...behaviourPart(observed, known),
        ...findings(),
        ...security(),
        ...effort,
      };
      const data: SslData = { ...measured, clients: whoCanConnect(measured, observed.handshakes) };
      const unread: Gap[] = known.certificates.isUnread ? [{ part: 'certificate', code: 'protocol' }] : [];
      const gaps = [
        ...unread,
        ...gapsOf(observed, budget.stopped),
        ...servedGaps(places()),
        ...known.certificates.gaps,
      ];
      return { data, gaps };
    },
  };
}

/** Other addresses that the check did not come to. */
function noteNotAsked({ addresses, target, others }: Known): void {
  for (const address of addresses) {
    if (address !== target.address && !others.has(address))
      others.set(address, withoutCertificate(address, 'not_asked'));
  }
}
