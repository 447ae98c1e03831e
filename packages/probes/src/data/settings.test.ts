import { describe, expect, it } from 'vitest';
import { readDataSettings } from './settings.ts';

const defaults = {
  geoSources: ['records'],
  geoQueryUrl: 'http://ip-api.com/json/',
  geoCityFiles: null,
  geoAsnFiles: null,
};

describe('readDataSettings', () => {
  it('has a default for everything, and takes an empty value for none', () => {
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

  it.each([
    ['SONDE_GEO_SOURCES', 'guess', 'SONDE_GEO_SOURCES must be records, query, or both, comma separated.'],
    ['SONDE_GEO_SOURCES', ',', 'SONDE_GEO_SOURCES must be records, query, or both, comma separated.'],
    ['SONDE_GEO_QUERY_URL', 'ip-api.com/json', 'SONDE_GEO_QUERY_URL must be an http or https address.'],
    ['SONDE_GEO_QUERY_URL', 'file:///etc/passwd', 'SONDE_GEO_QUERY_URL must be an http or https address.'],
  ])('%s=%s is a problem', (name, value, problem) => {
    expect(readDataSettings({ [name]: value })).toEqual({ settings: null, problems: [problem] });
  });
});
