import { describe, expect, it } from 'vitest';
import { readDataSettings } from './settings.ts';

const defaults = {
  geoSources: ['records'],
  geoQueryUrl: 'http://ip-api.com/json/',
  geoCityFiles: null,
  geoAsnFiles: null,
  whoisServer: { host: 'whois.iana.org', port: 43 },
  rdapBootstrapUrl: 'https://data.iana.org/rdap/',
  rootHints: null,
  rootAnchors: null,
  publicResolvers: null,
  blocklists: [],
  sourceUrls: {
    'ct-logs': 'https://www.gstatic.com/ct/log_list/v3/',
    mac: 'https://standards-oui.ieee.org/',
    'public-suffix': 'https://publicsuffix.org/list/',
    'root-hints': 'https://www.internic.net/domain/',
    'root-anchors': 'https://data.iana.org/root-anchors/',
    'geo-city': 'https://download.db-ip.com/free/dbip-city-lite-{YYYY-MM}.mmdb.gz',
    'geo-asn': 'https://download.db-ip.com/free/dbip-asn-lite-{YYYY-MM}.mmdb.gz',
  },
  dataFolder: './data',
  wordFile: null,
  preloadFile: null,
  certificateSearches: [
    { kind: 'crtsh', url: 'https://crt.sh' },
    { kind: 'certspotter', url: 'https://api.certspotter.com' },
  ],
};

describe('readDataSettings', () => {
  it('has a default for everything, and treats an empty value as none', () => {
    expect(readDataSettings({})).toEqual({ settings: defaults, problems: [] });
    const empty = { SONDE_GEO_SOURCES: '', SONDE_GEO_QUERY_URL: ' ', SONDE_GEO_CITY_DB: '', SONDE_GEO_ASN_DB: ' ' };
    expect(readDataSettings(empty).settings).toEqual(defaults);
  });

  it('reads the order of the sources, each once', () => {
    const sources = (text: string) => readDataSettings({ SONDE_GEO_SOURCES: text }).settings?.geoSources;
    expect(sources('query')).toEqual(['query']);
    expect(sources('query, records')).toEqual(['query', 'records']);
    expect(sources('records,records,query')).toEqual(['records', 'query']);
  });

  it('reads files, several for one database', () => {
    const env = {
      SONDE_GEO_CITY_DB: '/var/lib/city4.mmdb, /var/lib/city6.mmdb',
      SONDE_GEO_ASN_DB: '/var/lib/asn.mmdb',
    };
    expect(readDataSettings(env).settings).toMatchObject({
      geoCityFiles: ['/var/lib/city4.mmdb', '/var/lib/city6.mmdb'],
      geoAsnFiles: ['/var/lib/asn.mmdb'],
    });
  });

  it('reads the servers for registrations', () => {
    const env = { SONDE_WHOIS_SERVER: '127.0.0.1:4343', SONDE_RDAP_BOOTSTRAP: 'http://127.0.0.1:8080/rdap' };
    expect(readDataSettings({ ...env, SONDE_DATA_DIR: '/var/lib/sonde' }).settings).toMatchObject({
      whoisServer: { host: '127.0.0.1', port: 4343 },
      rdapBootstrapUrl: 'http://127.0.0.1:8080/rdap/',
      dataFolder: '/var/lib/sonde',
    });
    const { settings } = readDataSettings({ SONDE_WHOIS_SERVER: '[::1]' });
    expect(settings?.whoisServer).toEqual({ host: '::1', port: 43 });
  });

  it('reads certificate searches in order, and none for an empty value', () => {
    const searches = (text: string) => readDataSettings({ SONDE_CT_URLS: text }).settings?.certificateSearches;
    expect(searches('')).toEqual([]);
    expect(searches('certspotter=http://127.0.0.1:81/, crtsh=https://ct.example/a')).toEqual([
      { kind: 'certspotter', url: 'http://127.0.0.1:81' },
      { kind: 'crtsh', url: 'https://ct.example/a' },
    ]);
  });

  it('reads the list of words', () => {
    expect(readDataSettings({ SONDE_WORDLIST: ' /etc/words ' }).settings).toMatchObject({ wordFile: '/etc/words' });
  });

  it.each([
    ['SONDE_WHOIS_SERVER', 'whois.example:port', 'SONDE_WHOIS_SERVER must be host or host:port.'],
    ['SONDE_WHOIS_SERVER', 'whois.example:0', 'SONDE_WHOIS_SERVER must be host or host:port.'],
    ['SONDE_RDAP_BOOTSTRAP', 'ftp://data.example/', 'SONDE_RDAP_BOOTSTRAP must be an http or https address.'],
    [
      'SONDE_BLOCKLISTS',
      'list.example.net',
      'SONDE_BLOCKLISTS must be zones such as list.example.net=ip or names.example.net=domain, comma separated, not "list.example.net".',
    ],
    ['SONDE_CT_URLS', 'https://crt.sh', 'SONDE_CT_URLS must be crtsh=URL or certspotter=URL, comma separated.'],
    ['SONDE_CT_URLS', 'crtsh=file:///etc', 'SONDE_CT_URLS must be crtsh=URL or certspotter=URL, comma separated.'],
    ['SONDE_GEO_SOURCES', 'guess', 'SONDE_GEO_SOURCES must be records, query, or both, comma separated.'],
    ['SONDE_GEO_SOURCES', ',', 'SONDE_GEO_SOURCES must be records, query, or both, comma separated.'],
    ['SONDE_GEO_QUERY_URL', 'ip-api.com/json', 'SONDE_GEO_QUERY_URL must be an http or https address.'],
    ['SONDE_GEO_QUERY_URL', 'file:///etc/passwd', 'SONDE_GEO_QUERY_URL must be an http or https address.'],
  ])('%s=%s is a problem', (name, value, problem) => {
    expect(readDataSettings({ [name]: value })).toEqual({ settings: null, problems: [problem] });
  });
});
