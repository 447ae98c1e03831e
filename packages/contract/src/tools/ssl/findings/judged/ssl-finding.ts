import type { Finding } from '../../../../finding/finding.ts';
import type { Unjudged } from '../../../../finding/unjudged.ts';
import type { ssl } from '../../contract.ts';
import type { SslCode } from '../../explanations.ts';

export type SslAnswer = Unjudged<typeof ssl>;

export interface SslFinding extends Finding {
  readonly code: SslCode;
}

/** How many names the evidence lists; the others are counted. */
const LISTED = 3;

/** `a, b, c and 2 more`. */
export function listed(names: readonly string[], most = LISTED): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

export function hasGap({ gaps }: Pick<SslAnswer, 'gaps'>, part: string): boolean {
  return gaps.some((gap) => gap.part === part);
}

/** Protocols in which `openssl s_client` cannot start TLS. */
const UNKNOWN_TO_OPENSSL: readonly SslAnswer['startTls'][] = ['rdp'];

/** The command that examines the server with OpenSSL; null if OpenSSL cannot. */
export function openSslCommand({ peerHost, peerPort, startTls }: SslAnswer, ...options: string[]): string | null {
  if (UNKNOWN_TO_OPENSSL.includes(startTls)) return null;
  const isSix = peerHost.includes(':');
  const isAddress = isSix || /^[\d.]+$/.test(peerHost);
  return [
    `openssl s_client -connect ${isSix ? `[${peerHost}]` : peerHost}:${peerPort}`,
    ...(isAddress ? [] : [`-servername ${peerHost}`]),
    ...(startTls === null ? [] : [`-starttls ${startTls}`]),
    ...options,
  ].join(' ');
}

/** The fix, followed by the command that verifies it. */
export function withCheck(answer: SslAnswer, fix: string, ...options: string[]): string {
  const command = openSslCommand(answer, ...options);
  return command === null ? fix : `${fix} Verify with: ${command}`;
}

/** The same, with a command that verifies trust in the certificate. */
export function withTrustCheck(answer: SslAnswer, fix: string): string {
  const { peerHost } = answer;
  const option = /^[\d.]+$|:/.test(peerHost) ? '-verify_ip' : '-verify_hostname';
  return withCheck(answer, fix, '-verify_return_error', `${option} ${peerHost}`);
}
