import { CONTRACT, fields, subject, WEB } from './code-subject.ts';

const TABLES = `${CONTRACT}/tables`;

const geo = [
  ...subject('R2.39', `${WEB}/tools`, 'Track and analyze IP addresses and domains'),
  ...subject('R2.39', CONTRACT, 'Track and analyze IP addresses and domains'),
  ...subject('R2.41', `${WEB}/tools/geo`, "'«Search»'"),
  ...subject('R2.42', `${TABLES}/geo.ts`, 'Location Information', 'Network Information'),
  ...subject('R2.42', `${WEB}/tools/geo`, 'Location Map'),
  ...subject(
    'R2.43',
    `${TABLES}/geo.ts`,
    ...[
      'IP Address',
      'Hostname',
      'Country',
      'Country Code',
      'Country Code (3)',
      'Region',
      'Region Code',
      'City',
      'ZIP Code',
      'District',
      'Continent',
      'Continent Code',
      'Timezone',
      'Local Time',
    ].map((label) => `('«${label}»'`),
  ),
  ...subject(
    'R2.44',
    `${TABLES}/geo.ts`,
    ...['AS Number', 'AS Name', 'ISP', 'Organization', 'Hosting', 'Latitude', 'Longitude'].map(
      (label) => `('«${label}»'`,
    ),
  ),
  ...subject('R3.7', `${TABLES}/geo.ts`, 'isHosting: «false»'),
  ...subject('R3.9', `${TABLES}/geo.ts`, "'«N/A»'"),
  ...subject('R2.47 R9.9', `${TABLES}/geo.ts`, 'toFixed(«6»)'),
  ...subject('R2.48 R9.7', WEB, 'MAP_ZOOM = «12»'),
  ...subject(
    'R2.49',
    `${WEB}/ui/map`,
    ...['streetView', 'mapType', 'fullscreen'].map((name) => `${name}Control: «false»`),
  ),
  ...subject('R2.49', `${WEB}/ui/map`, ' zoomControl: «true»', "'«poi»'", "'«labels»'", "'«off»'"),
  ...subject('R2.51', `${WEB}/styles/panels.css`, 'height: «300px»', 'height: «400px»'),
  ...subject('R9.6', `${WEB}/ui/map`, '37.7749', '122.4194'),
  ...subject('R9.8', `${WEB}/ui/map`, 'MARKER_PX = «30»'),
  ...subject('R9.10', `${WEB}/ui/map`, 'RADIUS_PX = «60»', 'MAX_ZOOM = «16»', 'MIN_POINTS = «2»'),
  ...subject('R9.11', `${WEB}/ui/map`, 'RED_ABOVE = «10»', "'«red»'", "'«blue»'"),
  ...subject('R7.16', `${WEB}/ui/map`, 'https://maps.googleapis.com/maps/api/js', "'«maps,marker»'"),
  ...subject('R4.8', `${WEB}/tools/geo`, 'counter > «0»'),
  ...subject('R4.11', `${WEB}/tools/geo`, 'retry: «false»', 'retryOnMount: «false»'),
  ...subject('R4.7 R9.5', WEB, "'«ipTracker.ip»'", "'«ipTracker.searchTrigger»'"),
  ...subject('R7.2', CONTRACT, "'«/api/v2/geoIP»'", "target: '«ipOrDomain»'", '«ipOrDomain»: described('),
  ...fields('R3.5', `${CONTRACT}/tools/geo.ts`, 'resultSource geoIp'),
  ...fields(
    'R3.6',
    `${CONTRACT}/tools/geo.ts`,
    'records ip hostname countryName countryCode countryCode3 region name code city postalCode metroCode latitude',
  ),
  ...fields('R3.6', `${CONTRACT}/tools/geo.ts`, 'longitude asn organization isp timezone format time continent'),
  ...fields(
    'R3.8',
    `${CONTRACT}/tools/geo.ts`,
    'query country regionName zip district lat lon as asname org hosting continentCode status',
  ),
];

const dns = [
  ...subject('R2.52', WEB, 'Get full DNS records for any domain'),
  ...subject('R2.52', CONTRACT, 'Get full DNS records for any domain'),
  ...subject('R2.56', `${WEB}/tools/dns`, '} «Records»'),
  ...subject('R4.13 R9.14', `${WEB}/tools/dns`, 'retry: «1»', 'retryDelay: «1000»'),
  ...subject('R3.3', `${CONTRACT}/targets/classify.ts`, "'«ipv4»'", "'«ipv6»'", "'«domain»'", "'«invalid»'"),
  ...subject('R5.15', `${CONTRACT}/targets/domain.ts`, '<= «63»', '> «253»', '[a-z]{«2»,}'),
  ...subject('R5.16', `${CONTRACT}/targets/ipv4.ts`, '«25»[0', '[0-«5»]|', '«2»[0-4]', '[0-«4»]', '[0«1»]?', '{«3»}'),
  ...subject('R5.17', `${CONTRACT}/targets/ipv6.ts`, '{«1»,4}', '{1,«4»}', '){«7»}', '= «8» -'),
  ...subject('R7.3', CONTRACT, "'«/api/v2/dnsRecords»'"),
  ...subject('R7.3', `${CONTRACT}/tools/dns.ts`, "target: '«domain»'", '«domain»: described('),
  ...fields('R3.10', `${CONTRACT}/tools/dns.ts`, 'records recordName titles data'),
  ...fields('R3.4', `${CONTRACT}/envelope.ts`, 'success message _data'),
  ...subject('R7.1', `${WEB}/browser/api/ask.ts`, "'«Content-Type»'", "'«application/json»'"),
];

const ssl = [
  ...subject('R2.58', WEB, 'Check SSL certificate details for any domain'),
  ...subject('R2.58', CONTRACT, 'Check SSL certificate details for any domain'),
  ...subject(
    'R2.61',
    `${WEB}/tools/ssl`,
    'Certificate Details',
    ...['Subject', 'Issuer', 'Valid From', 'Valid Until', 'Serial Number', 'Version'].map((label) => `'«${label}»'`),
  ),
  ...subject(
    'R2.62',
    `${WEB}/tools/ssl`,
    'Security Details',
    ...['Protocol', 'Cipher Suite', 'Signature Algorithm', 'Security Status'].map((label) => `'«${label}»'`),
  ),
  ...subject('R2.62', `${TABLES}/ssl-words.ts`, "'«Secure»'", "'«Not Secure»'"),
  ...subject('R2.63', `${WEB}/tools/ssl`, 'Supported Protocols'),
  ...subject('R2.63 R2.64', `${WEB}/tools/ssl`, 'name="«Supported»"', 'name="«Enabled»"'),
  ...subject('R2.64', `${WEB}/tools/ssl`, 'Cipher Suites'),
  ...subject('R2.64 R9.13', `${WEB}/styles`, 'max-height: «15rem»'),
  ...subject('R2.65', `${WEB}/tools/ssl`, 'Certificate Chain'),
  ...subject(
    'R2.66',
    `${WEB}/tools/ssl`,
    'Security Information',
    'TLS 1.3 Supported',
    'Known Vulnerabilities',
    'Perfect Forward Secrecy',
    'ECC Based',
  ),
  ...subject('R2.44 R2.66', `${CONTRACT}/text/yes-or-no.ts`, "'«Yes»'", "'«No»'"),
  ...subject('R2.67 R3.15', `${WEB}/tools/ssl`, 'Certificate Fingerprints', "('«SHA-1»'", "('«SHA-256»'"),
  ...subject(
    'R2.68',
    `${WEB}/tools/ssl`,
    'Session Information',
    ...['Session ID', 'Peer Host', 'Peer Port', 'Creation Time', 'Last Accessed'].map((label) => `'«${label}»'`),
  ),
  ...subject('R2.69', `${WEB}/tools/ssl`, 'Subject Alternative Names'),
  ...subject('R4.18', `${WEB}/tools/ssl`, 'retry: «false»'),
  ...subject('R7.4', CONTRACT, "'«/api/v2/sslInfo»'"),
  ...subject('R7.4', `${CONTRACT}/tools/ssl.ts`, "target: '«domain»'", '«domain»: described('),
  ...fields(
    'R3.11',
    `${CONTRACT}/tools/ssl.ts`,
    'subject issuer validFrom validUntil serialNumber version protocol cipherSuite signatureAlgorithm valid',
  ),
  ...fields(
    'R3.12',
    `${CONTRACT}/tools/ssl.ts`,
    'supportedProtocols enabledProtocols supportedCiphers enabledCiphers certificateChain',
  ),
  ...fields('R3.13', `${CONTRACT}/tls/certificate.ts`, 'subject issuer validFrom validUntil serialNumber'),
  ...fields(
    'R3.14',
    `${CONTRACT}/tools/ssl.ts`,
    'securityInfo tls13Supported hasKnownVulnerabilities perfectForwardSecrecy eccbased',
  ),
  ...fields('R3.15', `${CONTRACT}/tools/ssl.ts`, 'certificateFingerprints'),
  ...subject('R3.15', `${CONTRACT}/tools/ssl.ts`, "'«SHA-1»':", "'«SHA-256»':"),
  ...fields(
    'R3.16',
    `${CONTRACT}/tools/ssl.ts`,
    'sessionId peerHost peerPort creationTime lastAccessedTime subjectAlternativeNames',
  ),
];

const whois = [
  ...subject('R2.72', WEB, 'Domain registration information lookup'),
  ...subject('R2.72', CONTRACT, 'Domain registration information lookup'),
  ...subject('R4.20', `${WEB}/tools/whois`, 'retry: «false»'),
  ...subject('R7.5', CONTRACT, "'«/api/v2/whois»'"),
  ...subject(
    'R7.5',
    `${CONTRACT}/tools/whois.ts`,
    "target: '«ipOrDomain»'",
    '«ipOrDomain»: described(',
    '«whoIsInfo»:',
  ),
];

const subdomain = [
  ...subject('R2.79', `${WEB}/tools/subdomain`, "'«Search»'"),
  ...subject('R2.81', `${WEB}/tools/subdomain`, 'family="«IPv4»"', 'family="«IPv6»"'),
  ...subject('R7.6', CONTRACT, "'«/api/v2/subdomainFinder»'"),
  ...subject('R7.6', `${CONTRACT}/tools/subdomain.ts`, "target: '«domain»'", '«domain»: described('),
  ...fields('R3.19', `${CONTRACT}/tools/subdomain.ts`, 'domain subdomains subdomain ipv4List ipv6List'),
];

const ping = [
  ...subject(
    'R2.87',
    `${TABLES}/ping.ts`,
    'Connection Details',
    ...['Host', 'Round Trip Time', 'TTL', 'Packet Size'].map((label) => `label: '«${label}»'`),
  ),
  ...subject(
    'R2.88',
    `${TABLES}/ping.ts`,
    "'«Statistics»'",
    ...['Packets Transmitted', 'Packets Received', 'Packet Loss', 'Min Time', 'Max Time', 'Avg Time'].map(
      (label) => `label: '«${label}»'`,
    ),
  ),
  ...subject('R2.88', `${CONTRACT}/text/format-ms.ts`, '«ms»`'),
  ...subject('R2.87', `${TABLES}/ping.ts`, '} «bytes»`'),
  ...subject('R2.85', `${WEB}/tools/ping`, 'packetLoss === «0»'),
  ...subject('R4.26 R9.15', `${WEB}/tools/ping`, 'retry: «1»', 'retryDelay: «1000»'),
  ...subject('R7.7 R9.16', `${WEB}/tools/ping`, 'COUNT = «5»', 'INTERVAL_S = «2»'),
  ...subject('R7.7 R9.16', `${CONTRACT}/tools/ping.ts`, 'default: «5»', 'default: «2»'),
  ...subject('R7.7', CONTRACT, "'«/api/v2/ping»'"),
  ...subject('R7.7', `${CONTRACT}/tools/ping.ts`, "target: '«host»'", "('«count»'", "('«interval»'"),
  ...subject(
    'R7.7',
    `${CONTRACT}/tools/ping.ts`,
    '«host»: described(',
    '«count»: described(',
    '«interval»: described(',
  ),
  ...fields('R3.20', `${CONTRACT}/tools/ping.ts`, 'roundTripTime ttl statistics'),
  ...subject('R3.20', `${CONTRACT}/tools/ping.ts`, '«packetSize»,'),
  ...fields(
    'R3.21',
    `${CONTRACT}/tools/ping.ts`,
    'packetsTransmitted packetsReceived packetLoss minTime maxTime avgTime',
  ),
];

/** Subjects of the tools: their texts, their calls and the fields of their answers. */
export const toolSubjects = [...geo, ...dns, ...ssl, ...whois, ...subdomain, ...ping];
