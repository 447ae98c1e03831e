import type { Authorities } from './authorities.ts';
import type { Certificate, Request } from './issue.ts';

/** `old`: valid until yesterday; `other`: about another certificate; `later`: no status, but "try later". */
export type Staple = 'good' | 'revoked' | 'forged' | 'old' | 'other' | 'later';

/** How a certificate is made. */
export interface Recipe extends Partial<Request> {
  /** Default: `KIND.tls.test`. */
  readonly host?: string;
  /** Default: the intermediate; null: self-signed. */
  readonly issuedBy?: keyof Authorities | null;
  /** What the server sends after its own certificate; default: the issuer. */
  readonly chain?: (authorities: Authorities) => Promise<readonly Certificate[]>;
  readonly staple?: Staple;
}

/** The extensions of an ordinary server certificate, for these alternative names. */
export const forNames = (names: string, ...more: string[]): string[] => [
  'basicConstraints = critical,CA:FALSE',
  'keyUsage = critical,digitalSignature,keyEncipherment',
  'extendedKeyUsage = serverAuth,clientAuth',
  `subjectAltName = ${names}`,
  'subjectKeyIdentifier = hash',
  'authorityKeyIdentifier = keyid',
  ...more,
];

const forHost = (host: string, ...more: string[]) => ({ host, extensions: forNames(`DNS:${host}`, ...more) });
/** Servers with two key types use one name. */
const forBoth = { extensions: forNames('DNS:rsa.tls.test,DNS:ecdsa.tls.test') };
const all = (...makers: (() => Promise<Certificate>)[]) => Promise.all(makers.map((make) => make()));
const thousandNames = Array.from({ length: 1000 }, (_, index) => `DNS:n${index}.tls.test`);
/** 250 certificates of about 1.2 kB. */
const longChain = 250;

/** Two timestamps of unknown logs, in the format of RFC 6962 section 3.3. */
const scts = [1_700_000_000_000, 1_750_000_000_000].map((timeMs) => {
  const sct = Buffer.alloc(1 + 32 + 8 + 2 + 4 + 8);
  sct.fill(0xa5, 1, 33);
  sct.writeBigUInt64BE(BigInt(timeMs), 33);
  // SHA-256 with ECDSA, and eight octets in place of a signature.
  Buffer.from('040300080102030405060708', 'hex').copy(sct, 43);
  return Buffer.concat([lengthOf(sct), sct]);
});
const sctList = Buffer.concat([lengthOf(Buffer.concat(scts)), ...scts]);

function lengthOf(bytes: Buffer): Buffer {
  return Buffer.from([bytes.length >> 8, bytes.length & 0xff]);
}

/** The octets as an OCTET STRING in the notation of openssl. */
function octetString(bytes: Buffer): string {
  return `DER:${Buffer.concat([Buffer.from([0x04, 0x81, bytes.length]), bytes]).toString('hex')}`;
}

/** One recipe for every kind of correct or faulty certificate. */
export const recipes = {
  rsa: forBoth,
  ecdsa: { key: 'p-256', ...forBoth },
  /** For a server with one certificate per key type. */
  'ecdsa-stapled': { key: 'p-256', host: 'rsa.tls.test', staple: 'good', ...forBoth },
  'ecdsa-384': { key: 'p-384' },
  brainpool: { key: 'brainpool' },
  ed25519: { key: 'ed25519' },
  'rsa-pss': { isPss: true },
  expired: { validity: [-100, -10] },
  /** For any host of the lab: an expired certificate, for servers that present a valid one as well. */
  'expired-wildcard': { validity: [-100, -10], host: 'www.tls.test', extensions: forNames('DNS:*.tls.test') },
  /** The valid counterparts, one per key type. */
  'rsa-wildcard': { host: 'www.tls.test', extensions: forNames('DNS:*.tls.test') },
  'ecdsa-wildcard': { key: 'p-256', host: 'www.tls.test', extensions: forNames('DNS:*.tls.test') },
  /** Two thirds of its lifetime have passed. */
  'due-for-renewal': { validity: [-61, 28] },
  /** Nine tenths of its lifetime have passed. */
  'late-for-renewal': { validity: [-81, 9] },
  'short-lived': { validity: [-1, 5] },
  'ten-years': { validity: [-10, 3640] },
  'not-yet-valid': { validity: [30, 120] },
  'self-signed': { issuedBy: null },
  'wrong-host': { extensions: forNames('DNS:somewhere.else.test') },
  'untrusted-root': { issuedBy: 'untrustedRoot' },
  forged: { issuedBy: 'impostor', chain: ({ intermediate, root }) => all(intermediate, root) },
  'incomplete-chain': {
    ...forHost('incomplete-chain.tls.test', 'authorityInfoAccess = caIssuers;URI:http://ca.tls.test/ca.der'),
    chain: async () => [],
  },
  'private-issuer': { issuedBy: 'untrustedRoot', chain: async () => [] },
  'reversed-chain': { chain: ({ root, intermediate }) => all(root, intermediate) },
  'extra-certificates': { chain: ({ intermediate, untrustedRoot, root }) => all(untrustedRoot, intermediate, root) },
  'cross-signed': { chain: ({ intermediate, expiredRoot }) => all(intermediate, expiredRoot) },
  'expired-intermediate': { issuedBy: 'expiredIntermediate' },
  'sha1-intermediate': { issuedBy: 'sha1Intermediate' },
  'too-deep': { issuedBy: 'tooDeep', chain: ({ tooDeep, shallow }) => all(tooDeep, shallow) },
  /** The same two authorities in the wrong order. */
  'unsorted-chain': { issuedBy: 'tooDeep', chain: ({ tooDeep, shallow }) => all(shallow, tooDeep) },
  constrained: { issuedBy: 'constrained' },
  permitted: { issuedBy: 'constrained', ...forHost('www.permitted.tls.test') },
  'rolled-over': { issuedBy: 'rolledOver' },
  'rolled-over-constrained': {
    subject: '/O=Somebody Else/CN=Server',
    issuedBy: 'rolledForeign',
    chain: ({ rolledForeign, foreign }) => all(rolledForeign, foreign),
  },
  foreign: { issuedBy: 'foreign' },
  excluded: { issuedBy: 'excluding' },
  'wildcard-over-excluded': { issuedBy: 'excludingOne', host: 'www.tls.test', extensions: forNames('DNS:*.tls.test') },
  'below-the-dot': { issuedBy: 'dotted', ...forHost('www.dot.tls.test') },
  'at-the-dot': { issuedBy: 'dotted', ...forHost('dot.tls.test') },
  'no-authority': {
    issuedBy: 'noAuthority',
    chain: ({ noAuthority, intermediate }) => all(noAuthority, intermediate),
  },
  'may-not-sign': { issuedBy: 'mayNotSign' },
  'version-1-issuer': {
    issuedBy: 'versionOne',
    // Such an issuer has no key identifier.
    extensions: forNames('DNS:version-1-issuer.tls.test').filter((line) => !line.startsWith('authorityKey')),
  },
  'upper-missing': { issuedBy: 'lower' },
  /** The server sends an older certificate of its issuer. */
  rekeyed: {
    ...forHost('rekeyed.tls.test', 'authorityInfoAccess = caIssuers;URI:http://ca.tls.test/ca.der'),
    chain: ({ rekeyed }) => all(rekeyed),
  },
  'old-staple': { staple: 'old' },
  'other-staple': { staple: 'other' },
  'later-staple': { staple: 'later' },
  /** Each may be used in one half of the handshakes only. */
  'decrypts-only': { extensions: [...forNames('DNS:decrypts-only.tls.test'), 'keyUsage = critical,keyEncipherment'] },
  'agrees-only': {
    key: 'p-256',
    extensions: [...forNames('DNS:agrees-only.tls.test'), 'keyUsage = critical,keyAgreement'],
  },
  'signs-only': { extensions: [...forNames('DNS:signs-only.tls.test'), 'keyUsage = critical,digitalSignature'] },
  'authority-as-server': {
    extensions: [...forNames('DNS:authority-as-server.tls.test'), 'basicConstraints = critical,CA:TRUE'],
  },
  'registry-wildcard': { host: 'shop.co.uk', extensions: forNames('DNS:*.co.uk') },
  roca: { key: 'roca' },
  'close-primes': { key: 'close-primes' },
  'ecdsa-521': { key: 'p-521' },
  'rsa-pss-key': { key: 'rsa-pss' },
  stapled: { staple: 'good' },
  revoked: { staple: 'revoked' },
  'forged-staple': { staple: 'forged' },
  'must-staple': forHost('must-staple.tls.test', 'tlsfeature = status_request'),
  sha1: { digest: 'sha1' },
  md5: { digest: 'md5' },
  'rsa-512': { key: 'rsa-512' },
  'rsa-1024': { key: 'rsa-1024' },
  'p-192': { key: 'p-192' },
  'common-name-only': {
    extensions: ['basicConstraints = critical,CA:FALSE', 'authorityKeyIdentifier = keyid'],
  },
  'no-subject': { subject: '/' },
  'client-only': {
    extensions: [...forNames('DNS:client-only.tls.test'), 'extendedKeyUsage = clientAuth'],
  },
  'any-usage': {
    extensions: [...forNames('DNS:any-usage.tls.test'), 'extendedKeyUsage = anyExtendedKeyUsage'],
  },
  'ip-address': { host: '127.0.0.1', extensions: forNames('IP:127.0.0.1,IP:::1') },
  'address-as-name': { host: '127.0.0.1', extensions: forNames('DNS:127.0.0.1') },
  idn: { ...forHost('xn--bcher-kva.tls.test'), subject: '/O=Bücher & Söhne, "Lab"/CN=xn--bcher-kva.tls.test' },
  wildcard: { host: 'www.wildcard.tls.test', extensions: forNames('DNS:*.wildcard.tls.test') },
  'wildcard-too-deep': { host: 'a.b.wildcard.tls.test', extensions: forNames('DNS:*.wildcard.tls.test') },
  'wildcard-parent': { host: 'wildcard.tls.test', extensions: forNames('DNS:*.wildcard.tls.test') },
  'every-kind-of-name': {
    extensions: forNames(
      'DNS:every-kind-of-name.tls.test,DNS:*.tls.test,IP:192.0.2.1,IP:2001:db8::1,email:a@tls.test,URI:https://tls.test/',
    ),
  },
  'thousand-names': { extensions: forNames(['DNS:thousand-names.tls.test', ...thousandNames].join(',')) },
  'long-chain': {
    chain: async ({ intermediate }) => new Array<Certificate>(longChain).fill(await intermediate()),
  },
  'every-extension': {
    extensions: forNames(
      'DNS:every-extension.tls.test',
      'authorityInfoAccess = OCSP;URI:http://ocsp.tls.test/,caIssuers;URI:http://ca.tls.test/ca.der',
      'crlDistributionPoints = URI:http://ca.tls.test/ca.crl',
      'certificatePolicies = 2.23.140.1.2.1,1.3.6.1.4.1.99999.1',
      `1.3.6.1.4.1.11129.2.4.2 = ${octetString(sctList)}`,
    ),
  },
  /** Its CRL distribution points contain a number instead of URLs. */
  malformed: forHost('malformed.tls.test', '2.5.29.31 = DER:020105'),
  'unknown-critical': forHost('unknown-critical.tls.test', '1.3.6.1.4.1.99999.2 = critical,ASN1:NULL'),
} as const satisfies Record<string, Recipe>;

export type CertificateKind = keyof typeof recipes;
