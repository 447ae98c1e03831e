import { behaviourByPath, startMaliciousWebServer } from '@sonde/lab';
import { createNodeData, createNodeNet, type Net } from '@sonde/probes';
import { dnsAnswer, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testConfig, testServer } from '../testing/test-server.ts';

const [A, TXT, MX] = [1, 16, 15];
const RATE_OFF = { SONDE_RATE_LIMIT: 'off' };
/** Every fetch of a tool is answered with 300 MB of zeros in 300 kB of gzip, or without end. */
const bombs = ['/bomb', '/endless', '/endless-empty-blocks', '/endless-head'] as const;
const MAX_GROWTH_BYTES = 150_000_000;

const texts: Readonly<Record<string, string>> = {
  '_mta-sts.example.com': 'v=STSv1; id=1',
  'default._bimi.example.com': 'v=BIMI1; l=https://logo.example.com/a.svg; a=https://logo.example.com/a.pem',
  '_dmarc.example.com': 'v=DMARC1; p=reject',
  'example.com': 'v=spf1 -all',
};

/** DNS from a script, and a network layer whose every fetch goes to the bomb with the limits of its caller. */
async function serverAt(path: string) {
  const malicious = await startMaliciousWebServer(behaviourByPath);
  onTestFinished(() => malicious.stop());
  const url = `http://127.0.0.1:${malicious.port}${path}`;
  const variables = {
    ...RATE_OFF,
    SONDE_RDAP_BOOTSTRAP: `${url}/`,
    SONDE_CT_URLS: `crtsh=${url}`,
    SONDE_GEO_SOURCES: 'query',
    SONDE_GEO_QUERY_URL: url,
    SONDE_DATA_DIR: `/nonexistent/sonde-${malicious.port}`,
  };
  const config = testConfig(variables);
  const real = createNodeNet(config.net);
  onTestFinished(() => real.close());
  const { net: scripted } = scriptedResolver(async (question) => {
    const text = texts[question.name];
    if (question.type === A)
      return dnsAnswer(question, { records: [{ ...question, ttlSeconds: 60, fields: ['1.1.1.1'] }] });
    if (question.type === MX)
      return dnsAnswer(question, { records: [{ ...question, ttlSeconds: 60, fields: ['10', 'mx.example.com.'] }] });
    const records =
      question.type === TXT && text !== undefined ? [{ ...question, ttlSeconds: 60, fields: [`"${text}"`] }] : [];
    return dnsAnswer(question, { records });
  });
  let fetched = 0;
  const net: Net = {
    ...scripted,
    fetch: (_target, limits, signal) => {
      fetched += 1;
      return real.fetch({ url, isOperators: true }, limits, signal);
    },
  };
  const data = createNodeData(config.data, net);
  onTestFinished(() => data.close());
  return { ...(await testServer(variables, { net, data })), fetched: () => fetched };
}

describe.each(bombs)('a web server that answers every fetch with %s', (path) => {
  it.each([
    ['RDAP and its bootstrap', '/api/v2/whois?ipOrDomain=example.com'],
    ['certificate logs', '/api/v2/subdomainFinder?domain=example.com'],
    ['MTA-STS and BIMI', '/api/v2/mail?domain=example.com&smtp=false'],
    ['the source of locations', '/api/v2/geoIP?ipOrDomain=1.1.1.1'],
  ])(
    'costs little memory and time for %s',
    async (_name, url) => {
      const { app, fetched } = await serverAt(path);
      const before = process.memoryUsage().rss;
      const startedAtMs = performance.now();
      const { statusCode, body } = await app.inject(url);
      expect(fetched(), body.slice(0, 300)).toBeGreaterThan(0);
      expect(performance.now() - startedAtMs).toBeLessThan(30_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
      expect(body.length).toBeLessThan(200_000);
      expect([200, 502, 503, 504], body.slice(0, 300)).toContain(statusCode);
    },
    60_000,
  );
});
