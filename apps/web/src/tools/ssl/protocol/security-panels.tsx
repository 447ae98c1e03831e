import { yesOrNo } from '@sonde/contract/text/yes-or-no';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { ShieldAlert } from '../../../ui/icons/lucide/shield-alert.ts';
import { ShieldCheck } from '../../../ui/icons/lucide/shield-check.ts';
import { ShieldX } from '../../../ui/icons/lucide/shield-x.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { Tone } from '../../../ui/tables/badge.tsx';
import { KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import { YesNo } from '../../../ui/tables/yes-no.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { judged } from '../../findings/judged.ts';
import { firstHandshakes, vulnerabilityParts } from '../came-from.ts';
import { foreign } from '../certificate/certificate-panels.tsx';
import type { SslKnown } from '../query.ts';
import { OUTDATED } from './outdated-versions.ts';

export function SecurityDetails({ known }: { readonly known: SslKnown }) {
  const { protocol, cipherSuite, signatureAlgorithm } = known;
  const status = securityStatus(known);
  const rows = [
    { label: 'Protocol', value: protocol, mono: true },
    { ...foreign('Cipher Suite', cipherSuite), roomy: true },
    { label: 'Signature Algorithm', value: signatureAlgorithm, mono: true },
    {
      label: 'Security Status',
      value: status && words[status],
      ...(status && { shown: <Status status={status} /> }),
    },
  ];
  return (
    <Panel title="Security Details" icon={ShieldCheck} span={6}>
      <CameFrom what="the security details" parts={firstHandshakes(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} />
    </Panel>
  );
}

export interface SecurityInformationProps {
  readonly known: SslKnown;
  /** While false, null means not known yet. */
  readonly isWhole: boolean;
}

export function SecurityInformation({ known, isWhole }: SecurityInformationProps) {
  const info = known.securityInfo;
  const row = (label: string, value: boolean | null | undefined, goodWhen: boolean, otherwise: Tone = 'bad') => {
    if (value == null) return { label, value: isWhole ? null : undefined };
    const shown = <YesNo value={value} goodWhen={goodWhen} otherwise={otherwise} />;
    return { label, value: yesOrNo(value), shown };
  };
  const rows = [
    row('TLS 1.3 Supported', info?.tls13Supported, true, 'warn'),
    { ...row('Known Vulnerabilities', info?.hasKnownVulnerabilities, false), ...(isWhole && attacks(known)) },
    row('Perfect Forward Secrecy', info?.perfectForwardSecrecy, true, 'warn'),
    row('ECC Based', info?.eccbased, true, 'neutral'),
  ];
  return (
    <Panel title="Security Information" icon={ShieldAlert} span={5}>
      <CameFrom what="vulnerabilities" parts={vulnerabilityParts(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} />
    </Panel>
  );
}

/** Which attacks are possible; if there are none, which ones were not tested. */
function attacks({ securityInfo, vulnerabilities = [], untested = [] }: SslKnown) {
  if (vulnerabilities.length > 0) return { note: visibleText(vulnerabilities.join(', ')) };
  if (securityInfo?.hasKnownVulnerabilities != null || untested.length === 0) return null;
  return { value: 'Not determinable', note: `Not tested: ${untested.join(', ')}.` };
}

/** `trusted`: the certificate is, and the server has not been judged. */
type SecurityStatus = 'trusted' | 'ok' | 'warn' | 'bad';
const words = {
  trusted: sslTexts.secure,
  ok: sslTexts.secure,
  warn: sslTexts.secure,
  bad: sslTexts.notSecure,
} as const;

/**
 * Whether the certificate is trusted, nothing about the server's TLS is broken, and no version is accepted that browsers
 * refuse; undefined while that is not known, null if the certificate could not be read. A warning is not shown in green.
 */
function securityStatus({ valid, findings, enabledProtocols = [] }: SslKnown): SecurityStatus | null | undefined {
  if (valid === false) return 'bad';
  if (valid === undefined) return undefined;
  if (findings === undefined) return valid ? 'trusted' : null;
  const states = judged(findings).map(({ state }) => state);
  if (states.includes('bad') || enabledProtocols.some((version) => OUTDATED.includes(version))) return 'bad';
  if (states.includes('warn')) return 'warn';
  return valid === null ? null : 'ok';
}

function Status({ status }: { readonly status: SecurityStatus }) {
  const Icon = words[status] === sslTexts.secure ? ShieldCheck : ShieldX;
  return (
    <span className={status === 'trusted' ? 'badge' : `badge ${status}`}>
      <Icon className="i" />
      {words[status]}
    </span>
  );
}
