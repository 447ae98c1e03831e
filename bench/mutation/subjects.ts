/** Something the specification fixes letter by letter, and the requirements that fix it. */
export interface Subject {
  readonly ids: readonly string[];
  /** As it stands in the code. */
  readonly literal: string;
}

const ROW = /^- \*\*(R\d+\.\d+)\*\* `[a-z]+` (.+)$/gm;
/** What stands for something known at run time only. */
const PLACEHOLDER = /\{[^}]*\}|\bN(?=%)|\.\.\.$/;
const SHORTEST = 4;

/** The texts in quotes of all requirements: of each the longest piece that holds nothing known at run time only. */
export function textSubjects(requirements: string): Subject[] {
  const ids = new Map<string, string[]>();
  for (const [, id = '', text = ''] of requirements.matchAll(ROW)) {
    for (const [, quoted = ''] of text.matchAll(/'([^']+)'/g)) {
      const pieces = quoted.split(PLACEHOLDER).map((piece) => piece.trim());
      const literal = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
      if (literal.length >= SHORTEST) ids.set(literal, [...(ids.get(literal) ?? []), id]);
    }
  }
  return [...ids].map(([literal, all]) => ({ literal, ids: all }));
}

const subject = (ids: string, ...literals: string[]): Subject[] =>
  literals.map((literal) => ({ ids: ids.split(' '), literal }));

/** Routes, names, labels, keys and constants, as the code writes them. */
export const codeSubjects: readonly Subject[] = [
  ...subject('R2.19', "path: '/'"),
  ...subject('R2.20', "path: '/dns'"),
  ...subject('R2.21', "path: '/ssl'"),
  ...subject('R2.22', "path: '/whois'"),
  ...subject('R2.23', "path: '/subdomain'"),
  ...subject('R2.24', "path: '/ping'"),
  ...subject('R2.25', "path: '/mac'"),
  ...subject('R2.26', "path: '/ip-logger'"),
  ...subject('R2.27', "path: '/traceroute'"),
  ...subject('R2.28', "'/privacy-policy'"),
  ...subject('R2.29', "'/login'"),
  ...subject('R2.30', "'/dashboard'"),
  ...subject('R2.2', "name: 'IP Tracker'", "name: 'IP Logger'"),
  ...subject('R2.3', "name: 'SSL Info'", "name: 'Who Is'", "name: 'DNS Lookup'", "name: 'SubDomain'"),
  ...subject('R2.4', "name: 'Ping'", "name: 'Traceroute'", "name: 'Mac Id Info'"),
  ...subject('R2.39', 'Track and analyze IP addresses and domains'),
  ...subject('R2.52', 'Get full DNS records for any domain'),
  ...subject('R2.58', 'Check SSL certificate details for any domain'),
  ...subject('R2.42', "'Location Information'", "'Network Information'", "'Location Map'"),
  ...subject('R2.61', "'Certificate Details'", "'Valid From'", "'Valid Until'", "'Serial Number'"),
  ...subject(
    'R2.62',
    "'Security Details'",
    "'Cipher Suite'",
    "'Signature Algorithm'",
    "'Security Status'",
    "'Not Secure'",
  ),
  ...subject('R2.63', "'Supported Protocols'"),
  ...subject('R2.64', "'Cipher Suites'"),
  ...subject('R2.65', "'Certificate Chain'"),
  ...subject(
    'R2.66',
    "'Security Information'",
    "'TLS 1.3 Supported'",
    "'Known Vulnerabilities'",
    "'Perfect Forward Secrecy'",
    "'ECC Based'",
  ),
  ...subject('R2.67', "'Certificate Fingerprints'"),
  ...subject('R7.2', "'/api/v2/geoIP'", "target: 'ipOrDomain'"),
  ...subject('R7.3', "'/api/v2/dnsRecords'", 'records:', 'recordName:', 'titles:'),
  ...subject(
    'R7.4',
    "'/api/v2/sslInfo'",
    'supportedProtocols:',
    'enabledCiphers:',
    'certificateChain:',
    'subjectAlternativeNames:',
  ),
  ...subject('R7.5', "'/api/v2/whois'", 'whoIsInfo:'),
  ...subject('R7.6', "'/api/v2/subdomainFinder'", 'subdomains:', 'ipv4List:', 'ipv6List:'),
  ...subject('R7.7', "'/api/v2/ping'", 'roundTripTime:', 'packetSize:', 'packetLoss:'),
  ...subject('R7.10', 'x-encryption-algorithm'),
  ...subject('R7.11', 'x-encryption-version'),
  ...subject('R7.12', 'x-encryption-salt'),
  ...subject('R7.13', 'x-encryption-key'),
  ...subject('R9.1', '15rem'),
  ...subject('R9.2', '768px'),
  ...subject('R9.3', '2024'),
  ...subject('R9.4', "'cookieConsent'"),
  ...subject('R9.5', "'ipTracker.ip'", "'ipTracker.searchTrigger'"),
  ...subject('R9.6', '37.7749', '122.4194'),
  ...subject('R9.12', '468', '60px'),
  ...subject('R9.14', 'retry: 1', 'retryDelay: 1000'),
  ...subject('R9.20', '3_600_000', '60 * 60 * 1000'),
  ...subject('R9.21', '300_000', '5 * 60 * 1000'),
  ...subject('R9.22', 'retryDelay: 3000', 'retryDelay: 3_000'),
];
