import { sslExplanations } from '@sonde/contract/tools/ssl/explanations';
import { useAnswerTime } from '../checked/frozen-context.ts';
import { addExplanations } from '../findings/explanations.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
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
import type { CheckPhase } from './check-line.tsx';
import { FindingsPanels } from './findings/findings-panels.tsx';
import { OwnMachine } from './own-machine.tsx';
import { ServerBehaviour } from './protocol/behaviour-panel.tsx';
import { WhoCanConnect } from './protocol/clients-panel.tsx';
import { SecurityDetails, SecurityInformation } from './protocol/security-panels.tsx';
import { CipherSuites, SupportedProtocols } from './protocol/suites-panels.tsx';
import type { SslKnown } from './query.ts';
import { Summary } from './summary.tsx';

addExplanations(sslExplanations);

export interface AnswerProps {
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
    <LookupFrame
      isOld={phase === 'outdated'}
      isLate={known.valid === undefined}
      top={
        <>
          <Summary domain={name} known={known} phase={phase} now={now} onCancel={onCancel} />
          <AlsoCheck tool="ssl" target={known.peerHost ?? domain} />
        </>
      }
    >
      <FindingsPanels known={known} isRunning={!isWhole} />
      <Validity known={known} now={now} />
      <CertificateDetails known={known} />
      <SecurityDetails known={known} />
      <SupportedProtocols known={known} />
      <CipherSuites known={known} />
      <CertificateChain known={known} now={now} />
      <SecurityInformation known={known} isWhole={isWhole} />
      <Fingerprints known={known} />
      <SessionInformation known={known} />
      <AlternativeNames known={known} />
      <AddressesAndCertificates known={known} isWhole={isWhole} onChoose={onChooseAddress} />
      <CertificateTransparency known={known} />
      <WhoCanConnect known={known} />
      <ServerBehaviour known={known} />
      <FurtherDetails known={known} />
      <OwnMachine known={known} domain={name} />
    </LookupFrame>
  );
}
