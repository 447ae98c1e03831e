import { shortName } from '@sonde/contract/text/distinguished-name';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { withLocalTimes } from '../../../browser/page/local-times.ts';
// In this folder: the certificate: its details, chain, names, revocation and transparency.
import { Fingerprint } from '../../../ui/icons/lucide/fingerprint.ts';
import { History } from '../../../ui/icons/lucide/history.ts';
import { Info } from '../../../ui/icons/lucide/info.ts';
import { Lock } from '../../../ui/icons/lucide/lock.ts';
import { FoldedPanel } from '../../../ui/layout/folded-panel.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { type KeyValue, KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import { BreakableText } from '../../../ui/text/breakable-text.tsx';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { firstHandshakes, furtherParts } from '../came-from.ts';
import type { SslAnswer, SslKnown } from '../query.ts';
import { revocationWords } from './revocation-words.ts';

interface PanelProps {
  readonly known: SslKnown;
}

type Value = string | null | undefined;

/** A long text from outside, or bytes in hex. */
export const foreign = (label: string, value: Value): KeyValue => ({
  label,
  value,
  mono: true,
  ...(value != null && { shown: <BreakableText text={value} /> }),
});
const plain = (label: string, value: Value): KeyValue => ({ label, value, mono: true });
/** Copied in UTC, shown in the visitor's time zone and in UTC. */
export function time(label: string, value: Value): KeyValue {
  if (value == null) return plain(label, value);
  const utc = formatUtc(value);
  return { ...plain(label, utc), shown: withLocalTimes(utc) };
}
const count = (label: string, value: number | null | undefined): KeyValue => plain(label, asText(value));

function asText(value: number | null | undefined): Value {
  return value == null ? value : String(value);
}

export function CertificateDetails({ known }: PanelProps) {
  const rows = [
    foreign('Subject', known.subject),
    foreign('Issuer', known.issuer),
    time('Valid From', known.validFrom),
    time('Valid Until', known.validUntil),
    foreign('Serial Number', known.serialNumber),
    count('Version', known.version),
  ];
  return (
    <Panel title="Certificate Details" icon={Lock} span={6}>
      <CameFrom what="the certificate" parts={firstHandshakes(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} />
    </Panel>
  );
}

export function Fingerprints({ known }: PanelProps) {
  const { certificateFingerprints: prints } = known;
  const rows = [foreign('SHA-1', prints?.['SHA-1']), foreign('SHA-256', prints?.['SHA-256'])];
  return (
    <Panel title="Certificate Fingerprints" icon={Fingerprint} span={7}>
      <CameFrom what="the fingerprints" parts={firstHandshakes(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} />
    </Panel>
  );
}

export function SessionInformation({ known }: PanelProps) {
  const rows = [
    plain('Session ID', known.sessionId),
    plain('Peer Host', known.peerHost),
    count('Peer Port', known.peerPort),
    time('Creation Time', known.creationTime),
    time('Last Accessed', known.lastAccessedTime),
  ];
  return (
    <Panel title="Session Information" icon={History} span={6}>
      <CameFrom what="the session" parts={firstHandshakes(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} />
    </Panel>
  );
}

/** Further details, beyond the specification. */
export function FurtherDetails({ known }: PanelProps) {
  const rows = [
    plain('Address', known.address),
    plain('Public Key', known.key && keyWords(known.key)),
    plain('Key Usage', list(known.keyUsages)),
    plain('Extended Key Usage', list(known.extendedKeyUsages)),
    plain('Application Protocol', known.alpn),
    plain('Key Exchange Groups', list(known.groups)),
    ...(known.minDhBits == null ? [] : [plain('Smallest DH Key', `${known.minDhBits} bits`)]),
    ...(known.dhPrimes?.length ? [plain('DH Primes', known.dhPrimes.map(primeWords).join(', '))] : []),
    plain('Stapled OCSP Response', known.ocspStapled === false ? 'none' : known.ocspStatus),
    foreign('Revocation', revocationOf(known)),
    ...(known.issuerRevocations ?? []).map((one) =>
      foreign(`Revocation of ${shortName(one.subject)}`, revocationWords(one)),
    ),
    count('Certificate Timestamps', known.sctCount),
    plain('Client Certificate', known.clientAuth === 'none' ? 'not requested' : known.clientAuth),
  ];
  return (
    <FoldedPanel title="Further Details" icon={Info}>
      <CameFrom what="further details" parts={furtherParts(known)} />
      <KeyValueList rows={rows} missing={sslTexts.missing} wide />
    </FoldedPanel>
  );
}

/**
 * Servers that report revocation also report the address they checked; without it, null does not mean that nobody was
 * asked.
 */
function revocationOf({ revocation, address }: SslKnown): Value {
  if (revocation === undefined) return undefined;
  return revocation === null && address == null ? null : revocationWords(revocation);
}

function primeWords({ bits, name }: SslAnswer['dhPrimes'][number]): string {
  return name === null ? `${bits} bits, not a well-known prime` : `${bits} bits, ${name}`;
}

function keyWords({ type, curve, bits }: NonNullable<SslAnswer['key']>): string {
  const size = [curve, bits === null ? null : `${bits} bits`].filter((text) => text !== null).join(', ');
  return size === '' ? type : `${type} (${size})`;
}

function list(values: readonly string[] | undefined): Value {
  if (values === undefined) return undefined;
  return values.length === 0 ? null : values.join(', ');
}
