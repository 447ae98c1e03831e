import { sslExplanations } from '@sonde/contract/tools/ssl/explanations';
import { programOf } from '@sonde/contract/tools/ssl/findings/program';
import { sslTables } from '@sonde/contract/tools/ssl/tables/tables';
import { AnswerPage } from '../answer/answer-page.tsx';
import { useAnswerTime } from '../checked/frozen-context.ts';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { Action } from './action.tsx';
import {
  CertificateDetails,
  Fingerprints,
  FurtherDetails,
  SessionInformation,
} from './certificate/certificate-panels.tsx';
import { CertificateChain } from './certificate/chain-panel.tsx';
import { AlternativeNames } from './certificate/names-panel.tsx';
import { AddressesAndCertificates } from './certificate/served-panel.tsx';
import { CertificateTransparency } from './certificate/transparency-panel.tsx';
import { Validity } from './certificate/validity-panel.tsx';
import { OwnMachine } from './own-machine.tsx';
import { ServerBehaviour } from './protocol/behaviour-panel.tsx';
import { WhoCanConnect } from './protocol/clients-panel.tsx';
import { OverQuic } from './protocol/quic-panel.tsx';
import { SecurityDetails, SecurityInformation } from './protocol/security-panels.tsx';
import { CipherSuites, SupportedProtocols } from './protocol/suites-panels.tsx';
import type { SslKnown } from './query.ts';
import { announcementOf, type CheckPhase, factsOf, gapSentences, saidOf } from './summary.ts';

addExplanations(sslExplanations);

interface AnswerProps {
  /** The domain as typed, until the server sends its canonical form. */
  readonly domain: string;
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  /** Checks another address of the name. */
  onChooseAddress(address: string): void;
  onCancel(): void;
}

/** One layout for every phase: values appear in their places as they arrive. */
export function Answer({ domain, known, phase, onChooseAddress, onCancel }: AnswerProps) {
  const now = useAnswerTime();
  const name = known.domain ?? domain;
  const isWhole = phase !== 'running';
  return (
    <AnswerPage
      tool="ssl"
      target={known.peerHost ?? domain}
      title={name}
      mono
      answer={known}
      good="Clients accept the certificate, and nothing on the server needs fixing."
      facts={factsOf(known, now, isWhole)}
      {...(known.valid === false && { unjudged: saidOf(known) })}
      notes={isWhole ? gapSentences(known) : []}
      announcement={isWhole ? announcementOf(name, known, now) : `Checking ${name}`}
      running={isWhole ? null : { said: saidOf(known), progress: progressOf(known), onCancel }}
      outdated={phase === 'outdated' ? { text: 'Checking again', onCancel } : null}
      isLate={known.valid === undefined}
      panelOf={panelOf}
      program={programOf(known.greeting)}
      actionOf={(finding) => <Action finding={finding} known={known} />}
      actions={<AnswerActions tool="ssl" target={name} data={known} tables={sslTables(known)} />}
    >
      <CertificateDetails known={known} />
      <SecurityDetails known={known} />
      <SupportedProtocols known={known} />
      <CipherSuites known={known} />
      <CertificateChain known={known} now={now} />
      <SecurityInformation known={known} isWhole={isWhole} />
      <Fingerprints known={known} />
      <SessionInformation known={known} />
      <AlternativeNames known={known} />
      <Validity known={known} now={now} />
      <AddressesAndCertificates known={known} isWhole={isWhole} onChoose={onChooseAddress} />
      <CertificateTransparency known={known} />
      <WhoCanConnect known={known} />
      <ServerBehaviour known={known} />
      <OverQuic known={known} isWhole={isWhole} />
      <FurtherDetails known={known} />
      <OwnMachine known={known} domain={name} />
    </AnswerPage>
  );
}

/** The stages of a check, in the order in which they end. */
const stages = ['subject', 'enabledProtocols', 'groups', 'vulnerabilities', 'clients'] as const;

function progressOf(known: SslKnown): number {
  return stages.filter((field) => known[field] !== undefined).length / (stages.length + 1);
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  certificate: 'certificate-details',
  names: 'subject-alternative-names',
  expiry: 'validity',
  chain: 'certificate-chain',
  revocation: 'further-details',
  transparency: 'certificate-transparency',
  protocols: 'supported-protocols',
  ciphers: 'cipher-suites',
  attacks: 'security-information',
  clients: 'who-can-connect',
  sessions: 'server-behaviour',
};
