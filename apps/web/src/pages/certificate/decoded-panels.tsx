import { formatUtc } from '@sonde/contract/text/format-utc';
import type { X509 } from '@sonde/contract/x509/certificate';
import type { Extensions } from '@sonde/contract/x509/extensions';
import { chainRemark, keyRemark, periodRemark, type Remark, usageRemark } from '@sonde/contract/x509/remarks';
import type { CertificateRequest } from '@sonde/contract/x509/request';
import { Check } from '../../ui/icons/lucide/check.ts';
import { Info } from '../../ui/icons/lucide/info.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import { X } from '../../ui/icons/lucide/x.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { type KeyValue, KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { fingerprintOf, serialText } from './read-pem.ts';

const ICONS = { good: Check, note: Info, warn: TriangleAlert, bad: X } as const;
const MISSING = 'Not given';

export interface CertificatePanelProps {
  readonly certificates: readonly X509[];
  readonly index: number;
  readonly now: Date;
}

/** One certificate of a file: what to know about it, and its fields. */
export function CertificatePanel({ certificates, index, now }: CertificatePanelProps) {
  const certificate = certificates[index];
  if (certificate === undefined) return null;
  const { subject, issuer, notBefore, notAfter, serialNumber, signatureAlgorithm, version, extensions, der } =
    certificate;
  const remarks = [
    periodRemark(certificate, now),
    chainRemark(certificates, index),
    usageRemark(certificate, index === 0),
    keyRemark(certificate.publicKey),
  ];
  const rows: KeyValue[] = [
    { label: 'Subject', value: subject.text || null, mono: true },
    { label: 'Names', value: namesIn(extensions), mono: true },
    { label: 'Issuer', value: issuer.text || null, mono: true },
    { label: 'Valid from', value: timeText(notBefore), mono: true },
    { label: 'Valid until', value: timeText(notAfter), mono: true },
    { label: 'Serial number', value: serialText(serialNumber), mono: true },
    { label: 'Signature algorithm', value: signatureAlgorithm.name, mono: true },
    ...usageRows(extensions),
    { label: 'SHA-256 fingerprint', value: fingerprintOf(der), mono: true },
    { label: 'Version', value: String(version) },
  ];
  return (
    <Panel title={titleOf(subject.commonNames.at(-1) ?? extensions.alternativeNames?.[0]?.text, index)}>
      <Remarks remarks={remarks.filter((remark) => remark !== null)} />
      <KeyValueList rows={rows} missing={MISSING} />
      <p className="pem-note">Signatures and revocation are not checked here. SSL Info checks them on a server.</p>
    </Panel>
  );
}

export function RequestPanel({ request }: { readonly request: CertificateRequest }) {
  const { subject, extensions, publicKey, signatureAlgorithm } = request;
  const names = namesIn(extensions);
  const remarks: Remark[] = [
    keyRemark(publicKey),
    names === null
      ? {
          state: 'note',
          text: 'It asks for no alternative names. The authority has to add them: browsers read only these.',
        }
      : { state: 'good', text: 'It asks for alternative names.' },
  ];
  const rows: KeyValue[] = [
    { label: 'Subject', value: subject.text || null, mono: true },
    { label: 'Names', value: names, mono: true },
    { label: 'Signature algorithm', value: signatureAlgorithm.name, mono: true },
    ...usageRows(extensions),
  ];
  return (
    <Panel title="Certificate request">
      <Remarks remarks={remarks} />
      <KeyValueList rows={rows} missing={MISSING} />
    </Panel>
  );
}

function Remarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  return (
    <ul className="pem-remarks">
      {remarks.map(({ state, text }) => {
        const Icon = ICONS[state];
        return (
          <li key={text} data-state={state}>
            <Icon className="i" />
            {shownText(text)}
          </li>
        );
      })}
    </ul>
  );
}

function usageRows({ keyUsage, extendedKeyUsage }: Extensions): KeyValue[] {
  return [
    { label: 'Key usage', value: keyUsage?.join(', ') ?? null },
    { label: 'Extended key usage', value: extendedKeyUsage?.join(', ') ?? null },
  ];
}

const titleOf = (name: string | undefined, index: number) => `Certificate ${index + 1}${name ? `: ${name}` : ''}`;
const timeText = (time: Date | null) => time && formatUtc(time.toISOString());

function namesIn({ alternativeNames }: Extensions): string | null {
  return alternativeNames === null ? null : alternativeNames.map(({ text }) => text).join(' ');
}
