/** Settings of a Firebase project. */
export const firebase = Object.fromEntries(
  ['apiKey', 'authDomain', 'projectId', 'storageBucket', 'messagingSenderId', 'appId', 'measurementId'].map((key) => [
    key,
    `the-${key}`,
  ]),
);

/** Every variable that causes contact with a third party, with a value and the hosts that the page must then name. */
export const asking: Readonly<Record<string, readonly [value: string, named: readonly string[], more?: object]>> = {
  SONDE_RESOLVERS: ['192.0.2.53,[2001:db8::53]:5353', ['192.0.2.53', '2001:db8::53']],
  SONDE_WHOIS_SERVER: ['whois.test.example:4343', ['whois.test.example']],
  SONDE_RDAP_BOOTSTRAP: ['https://bootstrap.test.example/rdap/', ['bootstrap.test.example']],
  SONDE_ROOT_HINTS: ['/usr/share/dns/root.hints', ['a.root-servers.net', 'm.root-servers.net']],
  SONDE_PUBLIC_RESOLVERS: ['One=192.0.2.54,Two=tls://dns.test.example', ['192.0.2.54', 'dns.test.example']],
  SONDE_BLOCKLISTS: ['list.test.example=ip', ['list.test.example']],
  SONDE_CT_URLS: ['crtsh=https://ct.test.example', ['ct.test.example']],
  SONDE_GEO_QUERY_URL: [
    'https://geo.test.example/json/?key=secret',
    ['geo.test.example'],
    { SONDE_GEO_SOURCES: 'query' },
  ],
  SONDE_GEO_SOURCES: ['records,query', ['ip-api.com']],
  SONDE_SELF_TEST: ['on', ['k.root-servers.net', 'data.iana.org']],
  SONDE_UPDATE: [
    'on',
    [
      'www.gstatic.com',
      'standards-oui.ieee.org',
      'download.db-ip.com',
      'www.internic.net',
      'data.iana.org',
      'publicsuffix.org',
    ],
  ],
  SONDE_ROOT_HINTS_URL: ['https://hints.test.example/', ['hints.test.example']],
  SONDE_ROOT_ANCHORS_URL: ['https://anchors.test.example/', ['anchors.test.example']],
  SONDE_SUFFIX_LIST_URL: ['https://suffixes.test.example/', ['suffixes.test.example']],
  SONDE_GEO_CITY_URL: ['https://user:secret@places.test.example/city.mmdb', ['places.test.example']],
  SONDE_GEO_ASN_URL: ['https://networks.test.example/{YYYY-MM}.gz?token=secret', ['networks.test.example']],
  SONDE_CT_LOG_LIST: ['https://logs.test.example/v3', ['logs.test.example']],
  SONDE_MAC_REGISTRY: ['https://ieee.test.example/', ['ieee.test.example']],
  SONDE_SMTP_URL: ['smtps://user:secret@mail.test.example:465', ['mail.test.example']],
  SONDE_FIREBASE: [
    JSON.stringify(firebase),
    ['identitytoolkit.googleapis.com', 'securetoken.googleapis.com', 'www.googleapis.com'],
  ],
  SONDE_FIREBASE_EMULATOR: ['127.0.0.9:9099', ['127.0.0.9'], { SONDE_FIREBASE: JSON.stringify(firebase) }],
  SONDE_GOOGLE_MAPS_KEY: ['secret-key', ['googleapis.com', 'gstatic.com', 'google.com', 'googleusercontent.com']],
  SONDE_TILE_URL: ['https://{s}.tiles.test.example/{z}/{x}/{y}.png?key=secret', ['tiles.test.example']],
  SONDE_ADS: [
    JSON.stringify({
      banner: { src: 'https://ads.test.example/secret' },
      hosts: ['*.more-ads.example', 'localhost:81'],
    }),
    ['ads.test.example', 'more-ads.example', 'localhost'],
  ],
};
