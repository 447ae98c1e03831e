import { formatUtc } from '@sonde/contract/text/format-utc';
import { yesOrNo } from '@sonde/contract/text/yes-or-no';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { Activity } from '../../../ui/icons/lucide/activity.ts';
import { FoldedPanel } from '../../../ui/layout/folded-panel.tsx';
import { KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import type { SslKnown } from '../query.ts';

interface OverQuicProps {
  readonly known: SslKnown;
  readonly isWhole: boolean;
}

/** What the server shows over QUIC, at the same address and port; absent in answers from before it was measured. */
export function OverQuic({ known: { quic }, isWhole }: OverQuicProps) {
  if (quic === undefined && isWhole) return null;
  return (
    <FoldedPanel title="HTTP/3 over QUIC" icon={Activity}>
      <KeyValueList rows={rowsOf(quic)} missing={sslTexts.missing} wide />
    </FoldedPanel>
  );
}

function rowsOf(quic: SslKnown['quic']) {
  if (quic == null) return [{ label: 'HTTP/3', value: quic === null ? 'Not asked' : undefined }];
  const { certificate } = quic;
  const rows = [
    { label: 'HTTP/3', value: h3Text(quic) },
    { label: 'Versions of QUIC', value: quic.versions?.map(versionName).join(', ') ?? null },
  ];
  if (quic.cipherSuite === null) return rows;
  return [
    ...rows,
    { label: 'Cipher Suite', value: quic.cipherSuite },
    { label: 'Key Exchange Group', value: quic.group },
    { label: 'Certificate', value: certificate?.subject ?? null },
    { label: 'Valid Until', value: certificate?.validUntil == null ? null : formatUtc(certificate.validUntil) },
    { label: 'SHA-256', value: certificate?.fingerprint ?? null },
    { label: 'Proves Its Key', value: quic.isProven === null ? null : yesOrNo(quic.isProven) },
    { label: 'Validates Addresses (Retry)', value: quic.retry === null ? null : yesOrNo(quic.retry) },
  ];
}

type Quic = NonNullable<SslKnown['quic']>;

const reasonTexts: Readonly<Record<string, string>> = {
  handshake: 'a handshake selected it',
  silent: 'nothing came back over UDP',
  unreachable: 'the address cannot be reached',
  closed: 'the UDP port is closed',
  'no-application-protocol': 'the server refuses h3',
  'other-protocol': 'the handshake selected another protocol',
  refused: 'the server refuses the handshake',
  'no-known-version': 'the server has other versions of QUIC only',
  invalid: 'the answer is not valid',
  'too-large': 'the answer is too large',
  incomplete: 'the handshake was not completed',
};

function whyOf({ reason, detail }: Quic): string {
  const text = reasonTexts[reason] ?? reason;
  return detail === null ? text : `${text} (${detail})`;
}

function h3Text(quic: Quic): string {
  if (quic.h3 === true) return 'Yes';
  return `${quic.h3 === null ? 'Not determined' : 'No'}: ${whyOf(quic)}`;
}

const versionNames: Readonly<Record<string, string>> = {
  '00000001': 'version 1 (RFC 9000)',
  '6b3343cf': 'version 2 (RFC 9369)',
};

/** Drafts are ff0000 and their number. */
function versionName(version: string): string {
  const [, draft] = /^ff0000([0-9a-f]{2})$/.exec(version) ?? [];
  return draft === undefined ? (versionNames[version] ?? version) : `draft ${Number.parseInt(draft, 16)}`;
}
