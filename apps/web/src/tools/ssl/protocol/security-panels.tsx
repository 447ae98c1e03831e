import { sslTexts } from '@sonde/contract/tables/ssl-words';
import { knownWord } from '@sonde/contract/text/known-word';
import { yesOrNo } from '@sonde/contract/text/yes-or-no';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { Tone } from '../../../ui/tables/badge.tsx';
import { KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import { YesNo } from '../../../ui/tables/yes-no.tsx';
import { foreign } from '../certificate/certificate-panels.tsx';
import { adviceOf } from '../findings/advice.ts';
import { type FindingItem, FindingList } from '../findings/finding-list.tsx';
import { noteTexts, vulnerabilityTexts } from '../findings/finding-texts.ts';
import type { SslKnown } from '../query.ts';
import { Status } from '../status.tsx';
import { type Robot, RobotTest } from './robot-test.tsx';

export function SecurityDetails({ known }: { readonly known: SslKnown }) {
  const { protocol, cipherSuite, signatureAlgorithm, valid } = known;
  const rows = [
    { label: 'Protocol', value: protocol, mono: true },
    { ...foreign('Cipher Suite', cipherSuite), roomy: true },
    { label: 'Signature Algorithm', value: signatureAlgorithm, mono: true },
    {
      label: 'Security Status',
      value: valid === undefined ? undefined : valid ? sslTexts.secure : sslTexts.notSecure,
      shown: <Status valid={valid} />,
    },
  ];
  return (
    <Panel title="Security Details" icon={ShieldCheck} span={6}>
      <KeyValueList rows={rows} missing={sslTexts.missing} />
    </Panel>
  );
}

/** The panel's columns in the grid. */
export const SECURITY_INFORMATION = 'security-information';

export interface SecurityInformationProps {
  readonly known: SslKnown;
  readonly robot: Robot;
  /** Until then, null means not known yet. */
  readonly isWhole: boolean;
}

export function SecurityInformation({ known, isWhole, robot }: SecurityInformationProps) {
  const info = known.securityInfo;
  const row = (label: string, value: boolean | null | undefined, goodWhen: boolean, otherwise: Tone = 'bad') => {
    if (value == null) return { label, value: isWhole ? null : undefined };
    const shown = <YesNo value={value} goodWhen={goodWhen} otherwise={otherwise} />;
    return { label, value: yesOrNo(value), shown };
  };
  const rows = [
    row('TLS 1.3 Supported', info?.tls13Supported, true, 'warn'),
    row('Known Vulnerabilities', info?.hasKnownVulnerabilities, false),
    row('Perfect Forward Secrecy', info?.perfectForwardSecrecy, true, 'warn'),
    row('ECC Based', info?.eccbased, true, 'neutral'),
  ];
  const found = findingsOf(known);
  return (
    <Panel title="Security Information" icon={ShieldAlert} span={5} id={SECURITY_INFORMATION}>
      <KeyValueList rows={rows} missing={sslTexts.missing} />
      {found.length > 0 && <FindingList label="Known vulnerabilities and notes" items={found} />}
      {isWhole && <RobotTest known={known} robot={robot} />}
    </Panel>
  );
}

/** The vulnerabilities with their evidence, then further observations. */
function findingsOf(known: SslKnown): readonly FindingItem[] {
  const { vulnerabilities = [], observations = [], notes = [] } = known;
  const found = vulnerabilities.map((name) => ({
    name,
    tone: 'bad' as const,
    ...knownWord(vulnerabilityTexts, name, { badge: name, meaning: '' }),
    evidence: observations.find((finding) => finding.name === name)?.evidence ?? null,
  }));
  const noted = notes.map(({ name, evidence }) => ({
    name,
    tone: 'neutral' as const,
    badge: `Note: ${name}`,
    meaning: knownWord(noteTexts, name, ''),
    evidence,
  }));
  return [...found, ...adviceOf(known), ...noted];
}
