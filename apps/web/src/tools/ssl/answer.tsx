import { useState } from 'react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { ServerBehaviour } from './behaviour-panel.tsx';
import { CertificateDetails, Fingerprints, FurtherDetails, SessionInformation } from './certificate-panels.tsx';
import { CertificateChain } from './chain-panel.tsx';
import type { CheckPhase } from './check-line.tsx';
import { WhoCanConnect } from './clients-panel.tsx';
import { AlternativeNames } from './names-panel.tsx';
import type { SslKnown } from './query.ts';
import type { Robot } from './robot-test.tsx';
import { SecurityDetails, SecurityInformation } from './security-panels.tsx';
import { AddressesAndCertificates } from './served-panel.tsx';
import { CipherSuites, SupportedProtocols } from './suites-panels.tsx';
import { Summary } from './summary.tsx';
import { CertificateTransparency } from './transparency-panel.tsx';
import { Validity } from './validity-panel.tsx';

export interface AnswerProps {
  /** What was asked for, as long as the server has not said it in its own spelling. */
  readonly domain: string;
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  readonly robot: Robot;
  /** Measures another address of the name. */
  onChooseAddress(address: string): void;
  onCancel(): void;
}

/** One screen for the answer in every phase: what is on the way has its place, and fills it. */
export function Answer({ domain, known, phase, robot, onChooseAddress, onCancel }: AnswerProps) {
  const [now] = useState(() => new Date());
  const name = known.domain ?? domain;
  const isWhole = phase !== 'filling';
  return (
    <LookupFrame
      isOld={phase === 'old'}
      isLate={known.valid === undefined}
      top={
        <>
          <Summary domain={name} known={known} phase={phase} now={now} onCancel={onCancel} />
          <AlsoCheck tool="ssl" target={known.peerHost ?? domain} />
        </>
      }
    >
      <Validity known={known} now={now} />
      <CertificateDetails known={known} />
      <SecurityDetails known={known} />
      <SupportedProtocols known={known} />
      <CipherSuites known={known} />
      <CertificateChain known={known} now={now} />
      <SecurityInformation known={known} isWhole={isWhole} robot={robot} />
      <Fingerprints known={known} />
      <SessionInformation known={known} />
      <AlternativeNames known={known} />
      <AddressesAndCertificates known={known} isWhole={isWhole} onChoose={onChooseAddress} />
      <CertificateTransparency known={known} />
      <WhoCanConnect known={known} />
      <ServerBehaviour known={known} />
      <FurtherDetails known={known} />
    </LookupFrame>
  );
}
