import { tlsVersions, type VulnerabilityName } from '../../../../tls/judgement.ts';
import { hasGap, listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';

const STRONG = 'Accept only suites with ECDHE and AES-GCM or ChaCha20.';
const EXPORT = /EXPORT/;
const DES = /_WITH_DES_CBC_|_CK_DES_64_/;
const WEAK = /EXPORT|RC4|RC2|_DES_|3DES|IDEA|NULL|anon|MD5/;
const AEAD = /_(GCM|CCM|CCM_8|OCB)_|_GCM|_CCM|CHACHA20/;
/** Suites of TLS 1.3 name no key exchange; all of them have forward secrecy. */
const FORWARD_SECRET = /^TLS_(DHE|ECDHE|CECPQ1|DH_anon|ECDH_anon|ECCPWD)_|^TLS_(?!.*_WITH_)/;
const FINITE_FIELD = /^TLS_DH(E|_anon)_/;
/** With these vulnerabilities, ephemeral keys do not protect the content. */
const SPOILED: readonly VulnerabilityName[] = ['NULL', 'ANON', 'LOGJAM', 'RC4'];
/** Curves below 224 bits. */
const WEAK_GROUP = /^(sect163|sect193|secp160|secp192)/;
/** A shorter key has less than 112 bits of strength (NIST SP 800-57). */
const LEAST_DH_BITS = 2048;

/** Findings on cipher suites, their preference order, and key-exchange groups. */
export function suiteFindings(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, enabledCiphers: all } = answer;
  const bad = (code: 'export-suites' | 'des-suites', suites: readonly string[]): SslFinding[] =>
    suites.length === 0
      ? []
      : [{ code, state: 'bad', about, evidence: `The server accepts ${listed(suites)}.`, fix: STRONG }];
  return [
    ...bad(
      'export-suites',
      all.filter((suite) => EXPORT.test(suite)),
    ),
    ...bad(
      'des-suites',
      all.filter((suite) => DES.test(suite) && !EXPORT.test(suite)),
    ),
    ...forwardSecrecy(answer),
    ...modes(answer),
    ...order(answer),
    ...keyExchange(answer),
  ];
}

function areAllKnown(answer: UnjudgedSsl): boolean {
  return answer.enabledCiphers.length > 0 && tlsVersions.every((version) => !hasGap(answer, version));
}

function forwardSecrecy(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, enabledCiphers, securityInfo, cipherSuite } = answer;
  const without = enabledCiphers.filter((suite) => !FORWARD_SECRET.test(suite));
  if (securityInfo.perfectForwardSecrecy === false) {
    const evidence = `The negotiated suite is ${cipherSuite}.`;
    return [{ code: 'no-forward-secrecy', state: 'warn', about, evidence, fix: `Put ECDHE suites first. ${STRONG}` }];
  }
  if (without.length > 0) {
    const evidence = `The server also accepts ${listed(without)}.`;
    return [{ code: 'suites-without-forward-secrecy', state: 'warn', about, evidence, fix: STRONG }];
  }
  if (!areAllKnown(answer) || answer.vulnerabilities.some((name) => SPOILED.includes(name))) return [];
  // Whether a server uses a finite-field key only once is not measured.
  if (enabledCiphers.some((suite) => FINITE_FIELD.test(suite))) return [];
  const evidence =
    enabledCiphers.length === 1
      ? 'The only suite that the server accepts has forward secrecy.'
      : `All ${enabledCiphers.length} suites that the server accepts have forward secrecy.`;
  return [{ code: 'forward-secrecy', state: 'good', about, evidence, fix: null }];
}

function modes(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, enabledCiphers, notes } = answer;
  const evidenceOf = (name: string) => notes.find((note) => note.name === name)?.evidence;
  const isWithoutAead = areAllKnown(answer) && !enabledCiphers.some((suite) => AEAD.test(suite));
  const cbc = evidenceOf('LUCKY13');
  const early = evidenceOf('BEAST');
  return [
    ...(isWithoutAead
      ? [
          {
            code: 'cbc-only' as const,
            state: 'warn' as const,
            about,
            evidence: `The server accepts ${listed(enabledCiphers)}, and no AEAD suite.`,
            fix: STRONG,
          },
        ]
      : []),
    ...(cbc === undefined || isWithoutAead
      ? []
      : [{ code: 'cbc-suites' as const, state: 'note' as const, about, evidence: cbc, fix: STRONG }]),
    ...(early === undefined
      ? []
      : [
          {
            code: 'beast' as const,
            state: 'note' as const,
            about,
            evidence: early,
            fix: 'Accept only TLS 1.2 and TLS 1.3.',
          },
        ]),
  ];
}

function order({ domain: about, cipherOrder, ciphersByProtocol }: UnjudgedSsl): SslFinding[] {
  const weak = tlsVersions.flatMap((version) => {
    const suites = cipherOrder[version] === 'client' ? (ciphersByProtocol[version] ?? []) : [];
    const found = suites.find((suite) => WEAK.test(suite) || !FORWARD_SECRET.test(suite));
    return found === undefined ? [] : [`${found} in ${version}`];
  });
  if (weak.length === 0) return [];
  const evidence = `The server follows the client’s order, and accepts for example ${listed(weak)}.`;
  return [{ code: 'client-order', state: 'note', about, evidence, fix: `${STRONG} Or enforce the server’s order.` }];
}

function keyExchange(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, groups, vulnerabilities, enabledProtocols } = answer;
  const weak = groups.filter((group) => WEAK_GROUP.test(group));
  // A server that does not authenticate itself can be impersonated without any computation.
  const { minAuthenticatedDhBits: minDhBits = answer.minDhBits } = answer;
  const isLogjam = vulnerabilities.includes('LOGJAM');
  const isShort = minDhBits !== null && minDhBits < LEAST_DH_BITS && !isLogjam;
  return [
    ...(isShort || isLogjam ? [] : finiteFields(answer)),
    ...(isShort
      ? [
          {
            code: 'short-dh-key' as const,
            state: 'warn' as const,
            about,
            evidence: `The smallest key has ${minDhBits} bits; at least ${LEAST_DH_BITS} are required.`,
            fix: 'Disable DHE: every suite whose name begins with TLS_DHE.',
          },
        ]
      : []),
    ...(weak.length > 0
      ? [
          {
            code: 'weak-group' as const,
            state: 'warn' as const,
            about,
            evidence: `The server accepts ${listed(weak)}.`,
            fix: 'Accept X25519, P-256 and P-384.',
          },
        ]
      : []),
    ...(enabledProtocols.includes('TLSv1.3') && groups.length > 0 ? postQuantum(answer) : []),
  ];
}

/** Deprecated in TLS 1.2, whatever the size of the key (RFC 10015). */
function finiteFields({ domain: about, enabledCiphers }: UnjudgedSsl): SslFinding[] {
  const found = enabledCiphers.filter((suite) => /^TLS_DHE_/.test(suite));
  if (found.length === 0) return [];
  const evidence = `The server accepts ${listed(found)}.`;
  return [{ code: 'finite-field-dh', state: 'note', about, evidence, fix: STRONG }];
}

function postQuantum(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, groups } = answer;
  const hybrid = groups.filter((group) => group.includes('MLKEM'));
  if (hybrid.length > 0) {
    const evidence = `The server accepts ${listed(hybrid)}.`;
    return [{ code: 'post-quantum-group', state: 'good', about, evidence, fix: null }];
  }
  if (hasGap(answer, 'groups')) return [];
  const evidence = `The server accepts ${listed(groups)}.`;
  const fix = 'Enable X25519MLKEM768, which OpenSSL 3.5 and newer and Go 1.24 and newer support.';
  return [{ code: 'no-post-quantum-group', state: 'note', about, evidence, fix }];
}
