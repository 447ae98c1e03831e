import { isDeepStrictEqual } from 'node:util';
import type { Disagreement, Tool } from './disagreements.ts';
import type { Said } from './facts.ts';

/** Why tools disagree, and which is right. A disagreement without a matching row fails the benchmark. */
export interface Explanation {
  /** Names of servers; default: any. */
  readonly servers?: readonly string[];
  readonly fact: RegExp;
  /** Pattern for every item of a set. */
  readonly items?: RegExp;
  /** What these tools report; the others are not checked. */
  readonly says: Readonly<Partial<Record<Tool, Said>>>;
  /** `each`: they measure different things, and each is right about its own. */
  readonly right: Tool | 'each';
  readonly why: string;
  /** The evidence for it. */
  readonly evidence: string;
  /** Why the row may be unused in a run; any other unused row fails the benchmark. */
  readonly seenSometimes?: string;
}

const BY_S_CLIENT = 'openssl s_client, see rulings';

export const explanations: readonly Explanation[] = [
  {
    fact: /^secure renegotiation$/,
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'sslscan 2.0 asks in the newest version: with TLS 1.3, which has no renegotiation and leaves the extension out, it says «not supported». RFC 5746 is a matter of the older versions, and there the server answers the extension.',
    evidence: `${BY_S_CLIENT}: «Secure Renegotiation IS supported» in TLS 1.2`,
  },
  {
    servers: ['caddy'],
    fact: /^order TLSv1\.3$/,
    says: { sonde: 'server', testssl: 'client' },
    right: 'sonde',
    why: 'testssl.sh 3.0 turns its list round, so that ChaCha20 comes first. Go has an order of its own, and puts ChaCha20 in front of it for a client whose first suite is not AES-GCM, as one without AES in hardware.',
    evidence: `${BY_S_CLIENT}: of two AES suites it takes the same one in both orders; cipher_suites.go, aesgcmPreferred`,
  },
  {
    fact: /^(versions|suites TLSv1\.2)$/,
    items: /^(TLSv1\.2|TLS_ECDHE_RSA_)/,
    servers: ['dovecot'],
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'Dovecot without DHE parameters picks DHE, fails and hangs up. sslscan takes that for the end of the version; without DHE on offer nine suites of ECDHE are accepted.',
    evidence: BY_S_CLIENT,
  },
  {
    servers: ['h2o'],
    fact: /^suites TLSv1\.2$/,
    items: /^TLS_RSA_WITH_/,
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'sslscan counts a suite when the handshake comes to its end. H2O picks RSA key exchange and then hangs up on it without an alert.',
    evidence: BY_S_CLIENT,
  },
  {
    servers: ['lighttpd-gnutls'],
    fact: /^suites TLSv1\.2$/,
    items: /^TLS_DHE_RSA_/,
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'GnuTLS without Diffie-Hellman parameters has DHE for clients that name a finite field among their groups (RFC 7919), as Firefox does; the hello of sslscan names curves only.',
    evidence: 'gnutls-cli, see rulings; openssl s_client 3.0 names none either and is refused',
  },
  {
    servers: ['redis'],
    fact: /^suites TLSv1\.2$/,
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'Redis insists on a client certificate. sslscan takes the end of a handshake without one for a refusal of the suite; the server had picked it.',
    evidence: BY_S_CLIENT,
  },
  {
    servers: ['node-24'],
    fact: /^groups$/,
    items: /^X25519MLKEM768$/,
    says: { sonde: true },
    right: 'sonde',
    why: 'sslscan 2.0 and testssl.sh 3.0 are older than the group.',
    evidence: 'the server is Node 24 with OpenSSL 3.5, whose default groups begin with it (OpenSSL 3.5 release notes)',
  },
  {
    servers: ['botan'],
    fact: /^suites TLSv1\.2$/,
    items: /CECPQ1/,
    says: { sonde: true, sslscan: false, testssl: true },
    right: 'sonde',
    why: 'sslscan 2.0 does not know these suites of 2016, in which Botan 2 still agrees by X25519 and NewHope.',
    evidence: 'Botan 2.19 manual, Policy::allowed_key_exchange_methods (CECPQ1); testssl.sh sees them too',
  },
  {
    servers: ['lighttpd-wolfssl'],
    fact: /^groups$/,
    says: { sonde: false, sslscan: true, testssl: false },
    right: 'sonde',
    why: 'Where it has none of the client’s groups, wolfSSL answers in TLS 1.2 with a key on secp256r1, which was not offered and no client takes. sslscan counts the answer without a look at the group.',
    evidence:
      'openssl s_client, see rulings: its ServerKeyExchange names group 0x0017, and s_client ends the handshake',
    seenSometimes:
      'sslscan hears of TLS 1.3 and of groups when the server has just started, and of neither after other checks of it.',
  },
  {
    servers: ['java-everything'],
    fact: /^smallest Diffie-Hellman key$/,
    says: { sonde: 512, sslscan: 2048 },
    right: 'sonde',
    why: 'JSSE has keys of 512 bits for its export suites. sslscan is built with OpenSSL 3.0, which has no such suites any more.',
    evidence:
      'testssl.sh prints DH(512) for TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA and TLS_DH_anon_EXPORT_WITH_RC4_40_MD5',
  },
  {
    servers: ['erlang'],
    fact: /^client renegotiation$/,
    says: { sonde: true, testssl: false },
    right: 'each',
    why: 'Erlang renegotiates once, and then not for twelve seconds. We say that a client may have another handshake; testssl.sh says «mitigated», since its later ones are refused.',
    evidence:
      'openssl s_client -msg with R: a whole second handshake, then the alert no_renegotiation; ssl_internal.hrl, WAIT_TO_ALLOW_RENEGOTIATION',
  },
  {
    servers: ['lighttpd-gnutls'],
    fact: /^client renegotiation$/,
    says: { sonde: false, testssl: true },
    right: 'sonde',
    why: 'The server closes the connection at the second hello, without an alert. testssl.sh knows that by the word «closed» of s_client, which is missing where the end of its own input came first; s_client then ends with 0 as after a renegotiation.',
    evidence:
      'openssl s_client with R and its input left open: «RENEGOTIATING», then «closed», and no second handshake',
    seenSometimes: 'Which end comes first depends on how busy the machine is.',
  },
  {
    servers: ['node-0.8'],
    fact: /^session tickets$/,
    says: { sonde: true, testssl: false },
    right: 'sonde',
    why: 'OpenSSL 1.0.0 sends tickets without a hint of their lifetime, and testssl.sh goes by the hint.',
    evidence: `${BY_S_CLIENT}: NewSessionTicket`,
  },
  {
    servers: ['prosody'],
    fact: /^session tickets$/,
    says: { sonde: true, testssl: false },
    right: 'sonde',
    why: 'Prosody sends tickets in TLS 1.3 only, where they come after the handshake. testssl.sh runs openssl s_client without input, which often ends before it has read them.',
    evidence: 'openssl s_client without input: 21 of 40 handshakes show a ticket in TLS 1.3, none of 40 in TLS 1.2',
    seenSometimes: 'whether the ticket is read in time is a race',
  },
  {
    servers: ['node-0.10'],
    fact: /^CCS$/,
    says: { sonde: true, testssl: false },
    right: 'sonde',
    why: 'OpenSSL 1.0.1e has CVE-2014-0224, which 1.0.1h mended. It keeps silent at the first ChangeCipherSpec and ends at the second, but Node 0.10 closes the connection before the alert leaves it, and testssl.sh takes the missing alert for a patch.',
    evidence:
      'process.versions.openssl of Node 0.10.1 is 1.0.1e; on a plain socket: nothing for 4 s after the first, the end without an alert after the second, while 1.0.0m ends at the first',
  },
  {
    servers: ['openssl-legacy'],
    fact: /^groups$/,
    items: /^ffdhe2048$/,
    says: { sonde: false, sslscan: false, testssl: true },
    right: 'sonde',
    why: 'Its DHE parameters have the prime of ffdhe2048, whatever groups the client names: a known prime, which we list among the primes, and no group that is agreed on.',
    evidence:
      'openssl s_client, see rulings; gnutls-cli that names ffdhe3072 alone gets the same 2048 bits: «server didn’t support it»',
  },
  {
    servers: ['vsftpd'],
    fact: /^lifetime of tickets$/,
    says: { sonde: 604_800, testssl: 2_147_483_647 },
    right: 'each',
    why: 'vsftpd lets sessions last for ever. In TLS 1.3 OpenSSL cuts that down to the seven days that are allowed (RFC 8446 section 4.6.1), which is what a current client gets and what we state; testssl.sh states the hint of TLS 1.2.',
    evidence: 'openssl s_client: «lifetime hint: 604800» with -tls1_3, «lifetime hint: 2147483647» with -tls1_2',
    seenSometimes:
      'testssl.sh takes the first ticket that it sees, and whether one of TLS 1.3 is read in time is a race',
  },
  {
    servers: ['lighttpd-wolfssl'],
    fact: /^(versions|groups|suites TLSv1\.[23])$/,
    items: /^(?!.*_PSK_)/,
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'wolfSSL refuses a hello with more than 150 suites (decode_error); that of sslscan for TLS 1.2 has 172. In TLS 1.3 wolfSSL hangs up on a list of groups that it prefers to the only key in the hello.',
    evidence:
      'openssl s_client, see rulings; the recorded hello of sslscan is answered as soon as its list of groups is taken out',
  },
  {
    servers: ['lighttpd-wolfssl'],
    fact: /^suites TLSv1\.2$/,
    items: /_PSK_/,
    says: { sonde: true, sslscan: false },
    right: 'sonde',
    why: 'wolfSSL picks suites of a shared secret although lighttpd has given it none. Here a suite is accepted when the server picks it; that nobody can end the handshake without the secret is true as well.',
    evidence: `${BY_S_CLIENT}: ServerHello and ServerHelloDone`,
  },
];

/** A tool that could not check a server at all. */
export interface FailureExplanation {
  readonly servers: readonly string[];
  readonly tool: Tool;
  readonly message: RegExp;
  readonly why: string;
}

export const failureExplanations: readonly FailureExplanation[] = [
  {
    servers: ['slapd'],
    tool: 'sslscan',
    message: /LDAP connection to .* failed/,
    why: 'sslscan 2.0 looks for the result code of the StartTLS response at a fixed place, which is another one in the shorter response of OpenLDAP. openssl s_client switches.',
  },
  {
    servers: ['slapd'],
    tool: 'testssl',
    message: /LDAP\+STARTTLS over sockets not supported yet/,
    why: 'testssl.sh 3.0 has no STARTTLS of LDAP of its own, as it says.',
  },
];

/** Gaps in Sonde's own answers. */
export const gapExplanations: readonly {
  readonly servers: readonly string[];
  readonly gap: RegExp;
  readonly why: string;
}[] = [
  {
    servers: ['java-everything'],
    gap: /: protocol$/,
    why: 'With more than 130 suites in five versions the check comes to its limit of 250 connections, and says what it had no connection left for.',
  },
  {
    servers: ['mariadb', 'ngircd'],
    gap: /^ROBOT: /,
    why: 'It asks for a client certificate and hangs up after our flight without one: whether that is meant for the secret or for the certificate cannot be told.',
  },
];

/** The first matching row. */
export function explanationOf(server: string, disagreement: Disagreement): Explanation | null {
  return explanations.find((one) => fits(one, server, disagreement)) ?? null;
}

function fits({ servers, fact, items, says }: Explanation, server: string, one: Disagreement): boolean {
  if (servers !== undefined && !servers.includes(server)) return false;
  if (!fact.test(one.fact)) return false;
  if (items !== undefined && !(one.items?.every((item) => items.test(item)) ?? false)) return false;
  return Object.entries(says).every(([tool, said]) => isDeepStrictEqual(one.says[tool as Tool], said));
}
