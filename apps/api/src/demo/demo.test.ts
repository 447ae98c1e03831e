import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { testServer, webBuild } from '../testing/test-server.ts';

const demo = {
  endpoints: ['127.53.0.10:443'],
  pings: ['127.53.0.10'],
  handshakes: { '127.53.0.20': 8443 },
  nameServerPort: 5300,
  targets: [
    { page: '/', field: 'ipOrDomain', target: '8.8.8.8', shows: 'a public address' },
    { page: '/dns', field: 'domain', target: '<b>.test', shows: 'a "name"' },
  ],
  notes: { '/dns': 'Names are made up.' },
};

const world = {
  SONDE_DEMO: JSON.stringify(demo),
  SONDE_RESOLVERS: '127.53.0.1:53',
  SONDE_ALLOW_NETWORKS: '127.53.0.0/16,::1/128',
  SONDE_WHOIS_SERVER: '127.0.0.1:4343',
  SONDE_RDAP_BOOTSTRAP: 'http://127.0.0.1:8080/',
  SONDE_CT_URLS: '',
};

const problemsOf = (more: Record<string, string>) => readConfig({ ...world, ...more }).problems;

describe('the demo', () => {
  it('contacts nothing but its simulated hosts', () => {
    const { endpoints, pings, handshakes, nameServerPort } = demo;
    expect(readConfig(world).config?.net.closedWorld).toEqual({ endpoints, pings, handshakes, nameServerPort });
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', 'example.com'],
    ['HOST', '/run/sonde.sock'],
    ['NODE_ENV', 'production'],
    ['SONDE_RESOLVERS', '127.0.0.1,9.9.9.9'],
    ['SONDE_ALLOW_NETWORKS', '10.0.0.0/8'],
    ['SONDE_ALLOW_NETWORKS', '::/0'],
    ['SONDE_ALLOW_NETWORKS', '198.51.100.0/23'],
    ['SONDE_ALLOW_NETWORKS', '203.0.113.0/24'],
    ['SONDE_WHOIS_SERVER', 'whois.iana.org'],
    ['SONDE_RDAP_BOOTSTRAP', 'https://data.iana.org/rdap/'],
    ['SONDE_CT_URLS', 'crtsh=https://crt.sh'],
    ['SONDE_ROOT_HINTS', '/usr/share/dns/root.hints'],
    ['SONDE_PUBLIC_RESOLVERS', 'Quad9=9.9.9.9'],
    ['SONDE_PUBLIC_URL', 'https://sonde.example.com'],
    ['SONDE_TRUST_PROXY', '127.0.0.1'],
    ['SONDE_GEO_SOURCES', 'query'],
    ['DATABASE_URL', 'postgresql://db.example/sonde'],
  ])('does not start where %s is %s', (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toMatch(/SONDE_DEMO is for npm run demo alone: /);
  });

  it('has no simulated host outside of loopback', () => {
    for (const endpoints of [['8.8.8.8:443'], ['10.0.0.1:443'], []]) {
      const SONDE_DEMO = JSON.stringify({ ...demo, endpoints });
      const [problem, ...others] = problemsOf({ SONDE_DEMO });
      expect(problem).toMatch(/^SONDE_DEMO must be what npm run demo makes it \(look at endpoints/);
      expect(others).toEqual([]);
    }
  });

  it('has a path in the one network that it may use outside of loopback, for pings and traces alone', () => {
    const withPath = (more: object) => ({
      SONDE_DEMO: JSON.stringify({ ...demo, ...more }),
      SONDE_ALLOW_NETWORKS: '127.53.0.0/16,198.51.100.0/24',
    });
    expect(problemsOf(withPath({ pings: ['198.51.100.80'] }))).toEqual([]);
    for (const pings of [['198.51.101.80'], ['8.8.8.8'], ['198.51.100.800'], ['10.198.51.100.8']])
      expect(problemsOf(withPath({ pings }))[0]).toMatch(/look at pings/);
    expect(problemsOf(withPath({ endpoints: ['198.51.100.80:443'] }))[0]).toMatch(/look at endpoints/);
    expect(problemsOf(withPath({ handshakes: { '198.51.100.80': 443 } }))[0]).toMatch(/look at handshakes/);
  });

  it('is off by default', () => {
    const { config } = readConfig({ SONDE_RESOLVERS: '127.0.0.1' });
    expect([config?.demo, config?.net.closedWorld]).toEqual([null, null]);
  });
});

describe('the pages', () => {
  const pageOf = async (variables: Record<string, string>, path: string) => {
    const { app } = await testServer(
      { SONDE_METRICS: '', SONDE_PROBE: '', ...variables },
      { webRoot: await webBuild() },
    );
    const { body, headers } = await app.inject(path);
    return { body, policy: String(headers['content-security-policy']) };
  };

  it('say that this is a demo, and suggest targets', async () => {
    const { body, policy } = await pageOf(world, '/dns');
    expect(body).toMatch(/<style>\s*\.site-notice.*?<\/style><\/head>/s);
    expect(body).toContain('<a href="/dns?domain=%3Cb%3E.test">&lt;b&gt;.test</a> a &quot;name&quot;');
    expect(body).toContain('data-page="/dns"><li>');
    expect(body).toContain('data-page="/" hidden>');
    expect(body).toContain('Names are made up.');
    const ofOthers = (await pageOf({}, '/dns')).policy;
    const hashes = (text: string) => text.match(/'sha256-/g)?.length ?? 0;
    expect(hashes(policy) - hashes(ofOthers)).toBe(2);
  });

  it('have no such notice on any other server', async () => {
    const { body } = await pageOf({}, '/dns');
    expect(body).not.toMatch(/class="site-notice"|SONDE_NOTICE/);
  });
});
