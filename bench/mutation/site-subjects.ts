import { API, subject, WEB } from './code-subject.ts';

const screen = (ids: string, folder: string, path: string, name: string, title: string) => [
  ...subject(ids, `${WEB}/tools/${folder}/screen.ts`, `path: '«${path}»'`, `name: '«${name}»'`, `title: '«${title}»'`),
  ...subject('R2.5', `${WEB}/tools/${folder}/screen.ts`, `id: '«${folder}»'`),
];

const layout = [
  ...subject('R2.2', `${WEB}/shell`, 'IP Tools'),
  ...subject('R2.3', `${WEB}/shell`, 'Domain Tools'),
  ...subject('R2.4', `${WEB}/shell`, 'Network Tools'),
  ...screen('R2.2 R2.19 R2.38', 'geo', '/', 'IP Tracker', 'IP Tracker'),
  ...screen('R2.3 R2.20', 'dns', '/dns', 'DNS Lookup', 'DNS Lookup'),
  ...screen('R2.3 R2.21', 'ssl', '/ssl', 'SSL Info', 'SSL Certificate Checker'),
  ...screen('R2.3 R2.22', 'whois', '/whois', 'Who Is', 'WHOIS Checker'),
  ...screen('R2.3 R2.23', 'subdomain', '/subdomain', 'SubDomain', 'Subdomain Finder'),
  ...screen('R2.4 R2.24', 'ping', '/ping', 'Ping', 'Ping'),
  ...screen('R2.4 R2.25 R2.90', 'mac', '/mac', 'Mac Id Info', 'MAC Address Lookup'),
  ...screen('R2.2 R2.26 R2.91', 'iplogger', '/ip-logger', 'IP Logger', 'IP Logger'),
  ...screen('R2.4 R2.27 R2.92', 'traceroute', '/traceroute', 'Traceroute', 'Traceroute'),
  ...subject('R2.25 R2.26 R2.27', WEB, 'Coming Soon'),
  ...subject('R2.8 R9.1', `${WEB}/styles/tokens`, '--sidebar-w: «15rem»'),
  ...subject('R2.9 R2.12 R9.2', WEB, '768px'),
  ...subject('R2.14 R2.16 R2.28', WEB, "'«/privacy-policy»'", '"«/privacy-policy»"'),
  ...subject('R2.29', WEB, "'«/login»'"),
  ...subject('R2.30 R2.35 R6.2', WEB, "'«/dashboard»'"),
  ...subject('R2.15 R9.3', `${WEB}/shell`, '2024'),
  ...subject('R2.16', `${WEB}/shell`, '>«Privacy policy»<', '«Accept»\n'),
  ...subject('R2.17 R2.18 R9.4', `${WEB}/browser`, "'«cookieConsent»'", "=== '«true»'", "CONSENT_KEY, '«true»'"),
  ...subject('R1.13 R9.12', WEB, 'width: «468»', 'height: «60»', 'width: «468px»', 'height: «60px»'),
  ...subject('R1.15', WEB, 'Ad space'),
];

const accounts = [
  ...subject('R2.32 R5.1', `${WEB}/pages/login/sign-in-card.tsx`, '"«Email»"', '"«Password»"'),
  ...subject('R2.32 R5.1', `${WEB}/pages/login/sign-in-card.tsx`, 'type="«email»"', 'type="«password»"'),
  ...subject(
    'R3.22',
    `${API}/environment-formats.ts`,
    ...['apiKey', 'authDomain', 'projectId', 'storageBucket', 'messagingSenderId', 'appId', 'measurementId'].map(
      (name) => `«${name}»: z.`,
    ),
  ),
];

const announced = [
  ...subject(
    'R2.90',
    `${WEB}/tools/mac`,
    'Identify manufacturers and vendors',
    'Verify MAC authenticity',
    'Check device type and specs',
    'Detailed vendor info',
    'Validate network device inventory',
    'Track device history',
  ),
  ...subject('R2.91', `${WEB}/tools/iplogger`, "'«Advanced IP logging and tracking»'"),
  ...subject('R2.92', `${WEB}/tools/traceroute`, "'«Distributed traceroute»'"),
];

const policy = [
  ...subject('R2.94', `${WEB}/pages`, '2nd October 2024'),
  ...subject(
    'R2.95',
    `${WEB}/pages/privacy/privacy-sections.tsx`,
    ...[
      'Introduction',
      'Information Collection And Use',
      'Use of Data',
      'Security Of Data',
      'Changes To This Privacy Policy',
      'Contact Us',
    ].map((title) => `title: '«${title}»'`),
    "Children's Privacy",
  ),
  ...subject(
    'R2.96',
    `${WEB}/pages/privacy/privacy-sections.tsx`,
    'your «email address»',
    'your «IP address»',
    'your «browser type»',
    'links created with the IP logger',
    '>«usage data»',
  ),
  ...subject('R2.97 R9.26', `${WEB}/pages/privacy/privacy-sections.tsx`, 'the age of «18»', 'not «knowingly» collect'),
  ...subject('R2.98', `${WEB}/pages/privacy/privacy-sections.tsx`, 'answered by «email»'),
];

const service = [
  ...['algorithm', 'version', 'salt', 'key'].flatMap((name, index) => [
    ...subject(`R7.${10 + index}`, WEB, ...(name === 'salt' ? [] : [`'«x-encryption-${name}»'`])),
    ...subject(`R7.${10 + index}`, API, `'«x-encryption-${name}»'`),
  ]),
  ...subject('R7.10', WEB, "= '«AES»'"),
  ...subject('R7.10', API, ": '«AES»'"),
  ...subject('R7.11', WEB, "= '«1.0»'"),
  ...subject('R7.11', API, ": '«1.0»'"),
  ...subject('R7.9 R4.27', WEB, "'«data»' in", "'«iv»' in"),
  ...subject('R7.9 R4.27', `${API}/encryption`, '«data»: encrypt', ' «iv»: iv'),
  ...subject('R7.14 R9.23', WEB, "'«AES-CBC»'", 'KEY_BYTES = «32»'),
  ...subject('R7.14 R9.23', API, "'«aes-256-cbc»'", 'key = randomBytes(«32»)'),
  ...['ERR_NETWORK', 'ETIMEDOUT', 'ERR_CANCELED', 'ERR_BAD_REQUEST', 'ERR_BAD_RESPONSE', 'ERR_NOT_SUPPORT'].flatMap(
    (code, index) => subject(`R8.${27 + index}`, `${WEB}/browser/api/ask.ts`, `'«${code}»'`),
  ),
  ...subject('R9.17', `${WEB}/browser/api/query-client.ts`, 'refetchOnWindowFocus: «false»'),
  ...subject('R9.18', `${WEB}/browser/api/query-client.ts`, 'refetchOnMount: «false»'),
  ...subject('R9.19', `${WEB}/browser/api/query-client.ts`, 'refetchOnReconnect: «false»'),
  ...subject('R9.20', `${WEB}/browser/api/query-client.ts`, 'gcTime: «3_600_000»'),
  ...subject('R9.21', `${WEB}/browser/api/query-client.ts`, 'staleTime: «300_000»'),
  ...subject('R9.22', `${WEB}/browser/api/query-client.ts`, 'retry: «1»', 'retryDelay: «3000»'),
];

/** Subjects outside of the tools. */
export const siteSubjects = [...layout, ...accounts, ...announced, ...policy, ...service];
