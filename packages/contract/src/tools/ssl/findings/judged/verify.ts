import type { ServedCertificate } from '../../../../tls/served.ts';
import type { UnjudgedSsl } from './ssl-finding.ts';

/** What shows that the fix was made: the command succeeds, fails, or prints this. Before the fix, it does not. */
type Proof = 'success' | 'failure' | { readonly prints: string };

/** Protocols in which `openssl s_client` cannot start TLS. */
const UNKNOWN_TO_OPENSSL: readonly UnjudgedSsl['startTls'][] = ['rdp'];

/** The signature algorithms that make a server use its key of this type. */
const signatures: Readonly<Record<string, string>> = {
  RSA: ['RSA-PSS+SHA256', 'RSA-PSS+SHA384', 'RSA-PSS+SHA512', 'RSA+SHA256', 'RSA+SHA384', 'RSA+SHA512'].join(':'),
  EC: 'ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512',
  Ed25519: 'ed25519',
  Ed448: 'ed448',
};

/** The command that examines the server with OpenSSL, at the address that was measured; null if OpenSSL cannot. */
export function openSslCommand(answer: UnjudgedSsl, options: readonly string[], address = addressOf(answer)) {
  const { peerHost, peerPort, startTls } = answer;
  if (UNKNOWN_TO_OPENSSL.includes(startTls)) return null;
  return [
    `openssl s_client -connect ${address.includes(':') ? `[${address}]` : address}:${peerPort}`,
    ...(isAddress(peerHost) ? [] : [`-servername ${peerHost}`]),
    ...(startTls === null ? [] : [`-starttls ${startTls}`]),
    ...options,
  ].join(' ');
}

/** The fix, followed by the command that verifies it. */
export function withCheck(
  answer: UnjudgedSsl,
  fix: string,
  options: readonly string[],
  proof: Proof = 'success',
): string {
  return withCommand(fix, openSslCommand(answer, options), proof);
}

/** Certificate 1 is the one that a current client receives. */
interface TrustCheck {
  readonly number?: number;
  readonly hasServerName?: boolean;
  readonly options?: readonly string[];
}

/** Which certificate the evidence is about. */
export function certificateIn(evidence: string): TrustCheck {
  return {
    number: Number(/^Certificate (\d+), /.exec(evidence)?.[1] ?? 1),
    hasServerName: !evidence.includes('for clients that send no server name'),
  };
}

/** The same, with a command that verifies trust in one of the certificates. */
export function withTrustCheck(
  answer: UnjudgedSsl,
  fix: string,
  { number = 1, hasServerName = true, options: more = [] }: TrustCheck = {},
): string {
  const { peerHost, servedCertificates } = answer;
  const certificate = servedCertificates.find((one) => one.number === number);
  const options = [
    ...keyOption(certificate, servedCertificates),
    '-verify_return_error',
    `${isAddress(peerHost) ? '-verify_ip' : '-verify_hostname'} ${peerHost}`,
    ...more,
  ];
  const command = openSslCommand(answer, options, placeOf(number, answer));
  return withCommand(
    fix,
    hasServerName ? command : (command?.replace(` -servername ${peerHost}`, ' -noservername') ?? null),
    'success',
  );
}

/** With a check by Sonde, where OpenSSL accepts the server before the fix. */
export function withOwnCheck({ domain, startTls }: UnjudgedSsl, fix: string): string {
  return withCommand(fix, `sonde ssl ${domain}${startTls === null ? '' : ` --starttls ${startTls}`}`, 'success');
}

function withCommand(fix: string, command: string | null, proof: Proof): string {
  if (command === null) return fix;
  if (proof === 'success') return `${fix} Verify with: ${command}`;
  if (proof === 'failure') return `${fix} Verify that this fails: ${command}`;
  return `${fix} Verify that this prints "${proof.prints}": ${command}`;
}

function isAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}

/** A name with several addresses might lead to another server than the measured one. */
function addressOf({ peerHost, address, addresses }: UnjudgedSsl): string {
  return addresses.length > 1 ? address : peerHost;
}

/** Where that certificate was received. */
function placeOf(number: number, answer: UnjudgedSsl): string {
  const rows = answer.addresses.filter(
    (row) =>
      row.certificate === number || row.otherCertificates.includes(number) || row.certificateWithoutName === number,
  );
  const row = rows.find(({ isMeasured }) => isMeasured) ?? rows[0];
  return row === undefined || answer.addresses.length < 2 ? addressOf(answer) : row.address;
}

/** Where there are several types of keys, a client gets the type that it asks for. */
function keyOption(certificate: ServedCertificate | undefined, all: readonly ServedCertificate[]): string[] {
  const types = new Set(all.map(({ key }) => key?.type ?? null));
  const wanted = signatures[certificate?.key?.type ?? ''];
  return types.size < 2 || wanted === undefined ? [] : [`-sigalgs ${wanted}`];
}
