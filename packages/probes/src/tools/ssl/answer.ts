import type { Gap } from '@sonde/contract';
import type { Measured, ProbeContext } from '../../probe.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import {
  findingsPart,
  gapsOf,
  groupsPart,
  type Negotiated,
  protocolsPart,
  type SslData,
  type SslProgress,
  securityInfo,
  sessionFields,
  suitesPart,
} from './answer-parts.ts';
import { behaviourPart } from './behaviour-part.ts';
import type { Budget } from './budget.ts';
import type { CertificateFacts } from './certificates.ts';
import { whoCanConnect } from './clients/who-can-connect.ts';
import { mustStapleNotes } from './must-staple.ts';
import type { Observed } from './observed.ts';
import { revocationPart } from './revocation-part.ts';
import type { Stage } from './stages.ts';
import { vulnerabilityFindings } from './vulnerabilities.ts';

/** What is known so far beside what the stages observe. */
export interface Known {
  target: Pick<SslData, 'domain' | 'peerHost' | 'peerPort' | 'address' | 'startTls'>;
  certificates: CertificateFacts;
  /** Of the first hello: what else follows from it. */
  hello: ServerHello | null;
  negotiated: Negotiated | null;
  /** Whether that was the usual hello. */
  isUsual: boolean;
  /** Extensions that the server hangs up on, by number; null before that is known. */
  intolerances: readonly number[] | null;
  clientAuth: SslData['clientAuth'];
  ocspStapled: boolean | null;
}

/** The answer as it grows. */
export interface Answer {
  readonly known: Known;
  /** Reports a part: what is known of it now. */
  show(stage: SslProgress['stage']): void;
  showStage(stage: Stage): void;
  finish(): Measured<SslData>;
}

export interface AnswerSources {
  readonly known: Known;
  readonly observed: Observed;
  readonly budget: Budget;
  readonly report: ProbeContext<SslProgress>['report'];
}

export function createAnswer({ known, observed, budget, report }: AnswerSources): Answer {
  let isOver = false;
  const security = () => ({
    securityInfo: securityInfo({
      observed,
      negotiated: known.negotiated,
      keyType: known.certificates.fields.key?.type ?? null,
      vulnerabilities: vulnerabilityFindings(observed, known.hello),
      isOver,
    }),
  });
  const certificate = () => {
    const { fields, valid, reasons, findings } = known.certificates;
    return { ...fields, valid, reasons, findings: [...findings] };
  };
  const session = () => ({
    ...sessionFields(known.negotiated),
    clientAuth: known.clientAuth,
    ocspStapled: known.ocspStapled,
    ocspStatus: known.certificates.ocspStatus,
    sctCount: known.certificates.sctCount,
  });
  const findings = () => {
    const part = findingsPart(observed, known.hello, known.certificates.findings, known.intolerances);
    return { ...part, notes: [...part.notes, ...mustStapleNotes(known)] };
  };
  const makers = {
    certificate: () => ({ stage: 'certificate', ...known.target, ...certificate(), ...security() }),
    negotiated: () => ({ stage: 'negotiated', ...session(), ...security() }),
    protocols: () => ({ stage: 'protocols', ...protocolsPart(observed), ...security() }),
    suites: () => ({ stage: 'suites', ...suitesPart(observed), connections: budget.connections }),
    groups: () => ({ stage: 'groups', ...groupsPart(observed) }),
    behaviour: () => ({ stage: 'behaviour', ...behaviourPart(observed, known) }),
    revocation: () => ({ stage: 'revocation', ...revocationPart(known.certificates, findings().findings) }),
    findings: () => ({ stage: 'findings', ...findings(), ...security() }),
  } satisfies { [Stage in SslProgress['stage']]: () => Extract<SslProgress, { stage: Stage }> };
  const show: Answer['show'] = (stage) => report(makers[stage]());

  return {
    known,
    show,
    showStage(stage) {
      if (stage === 'groups') return show('groups');
      if (stage === 'behaviour') return show('behaviour');
      if (stage === 'experiments') return show('findings');
      show('protocols');
      show('suites');
    },
    finish() {
      isOver = true;
      const effort = {
        connections: budget.connections,
        partial: budget.stopped !== null,
        partialReason: budget.stopped,
      };
      const measured = {
        ...known.target,
        ...certificate(),
        ...revocationPart(known.certificates, findings().findings),
        ...session(),
        ...protocolsPart(observed),
        ...suitesPart(observed),
        ...groupsPart(observed),
        ...behaviourPart(observed, known),
        ...findings(),
        ...security(),
        ...effort,
      };
      const data: SslData = { ...measured, clients: whoCanConnect(measured) };
      const unread: Gap[] = known.certificates.isUnread ? [{ part: 'certificate', code: 'protocol' }] : [];
      return { data, gaps: [...unread, ...gapsOf(observed, budget.stopped), ...known.certificates.gaps] };
    },
  };
}
