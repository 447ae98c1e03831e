import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { StartProblem } from '../start-problem.ts';
import { SCRIPT, STYLE, testConfig, testServer, webBuild } from '../testing/test-server.ts';
import { loadPages } from './pages.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

async function webServer(variables: Record<string, string> = {}) {
  return (await testServer(variables, { webRoot: await webBuild() })).app;
}

describe('pages', () => {
  it('are served at their routes, also with a query', async () => {
    const app = await webServer();
    for (const url of ['/dns', '/dns?domain=example.com']) {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.body).toContain('<title>DNS – Sonde</title>');
    }
    expect((await app.inject({ method: 'HEAD', url: '/dns' })).statusCode).toBe(200);
  });

  it('do not exist at any other path: the answer is the not-found page with status 404', async () => {
    const app = await webServer();
    for (const url of ['/nothing', '/nothing/', '//dns//', '/DNS', '/assets/', '/%zz', '/dns/%ff?domain=example.com']) {
      const response = await app.inject(url);
      expect(response.statusCode, url).toBe(404);
      expect(response.body, url).toContain('<title>Not found – Sonde</title>');
    }
    expect((await app.inject('/apis')).body).toContain('Not found');
  });

  it('answer with a sentence in place of the page where a file was asked for', async () => {
    const app = await webServer();
    for (const url of ['/favicon.ico', '/sitemap.xml?a=b', '/pages.json', '/pages/index.html', '/../pages.json']) {
      const { statusCode, headers, body } = await app.inject(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/plain; charset=utf-8']);
      expect(body).toBe('There is nothing at this address.');
    }
  });

  it('with a trailing slash are redirected, and the query is kept', async () => {
    const app = await webServer();
    const response = await app.inject('/dns/?domain=example.com');
    expect(response.statusCode).toBe(308);
    expect(response.headers['location']).toBe('/dns?domain=example.com');
  });

  it('refuse methods other than GET and HEAD', async () => {
    const response = await (await webServer()).inject({ method: 'POST', url: '/dns', payload: 'domain=x' });
    expect(response.statusCode).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD');
  });

  it('contain the operator’s settings, escaped for their context', async () => {
    const app = await webServer({
      SONDE_BRAND: `<b>"A&B's"</b> %SONDE_CONFIG% $&`,
      SONDE_CONTACT_EMAIL: 'hello@sonde.example',
      SONDE_ADS: JSON.stringify({ banner: { src: 'https://ads.example/</script><script>alert(1)</script>' } }),
    });
    const { body } = await app.inject('/');
    expect(body).toContain('– &lt;b&gt;&quot;A&amp;B&#39;s&quot;&lt;/b&gt; %SONDE_CONFIG% $&amp;</title>');
    expect(body).toContain('<a href="mailto:hello@sonde.example">hello@sonde.example</a>');
    const json = /<script type="application\/json" id="sonde-config">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual({
      brand: `<b>"A&B's"</b> %SONDE_CONFIG% $&`,
      contactEmail: 'hello@sonde.example',
      ads: { banner: { src: 'https://ads.example/</script><script>alert(1)</script>' } },
      adSlots: ['banner'],
      googleMapsKey: null,
      tileUrl: null,
      accounts: { provider: 'embedded' },
      toolsOff: [],
      snapshotDays: 30,
      installation: expect.any(Object),
    });
  });

  it.each([
    [undefined, ['placeholder'], ['Room 3']],
    ['off', [], []],
    [JSON.stringify({ native: { src: 'https://ads.example/' } }), ['native'], ['Room 2']],
    [JSON.stringify({ scripts: ['https://ads.example/1.js'] }), [], []],
  ])('have room for the ads that the operator has set, and no other: %s', async (ads, slots, rooms) => {
    const { body } = await (await webServer(ads === undefined ? {} : { SONDE_ADS: ads })).inject('/');
    const json = /id="sonde-config">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(json).adSlots).toEqual(slots);
    expect(body.match(/Room \d/g) ?? []).toEqual(rooms);
  });

  it.each([
    ['on', true],
    ['off', false],
  ])('have a choice of places if agents may join: %s', async (places, expected) => {
    const { body } = await (await webServer({ SONDE_PLACES: places })).inject('/');
    const json = /id="sonde-config">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(json).places === true).toBe(expected);
    expect(body.includes('<details')).toBe(expected);
    expect(body).toContain('Room 3</aside>');
  });

  it('contain the public settings of a hosted identity provider, and may contact no other host', async () => {
    const keys = ['apiKey', 'authDomain', 'projectId', 'storageBucket', 'messagingSenderId', 'appId', 'measurementId'];
    const firebase = Object.fromEntries(keys.map((key) => [key, `the ${key}`]));
    const variables = { SONDE_FIREBASE: JSON.stringify(firebase) };
    const pageOf = async (more = {}) => (await webServer({ ...variables, ...more })).inject('/');
    const sources = (page: Awaited<ReturnType<typeof pageOf>>) =>
      /connect-src ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1];
    const page = await pageOf();
    const json = /id="sonde-config">(.*?)<\/script>/s.exec(page.body)?.[1] ?? '';
    expect(JSON.parse(json).accounts).toEqual({ provider: 'firebase', firebase, emulator: null });
    expect(sources(page)).toBe("'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com");
    expect(sources(await pageOf({ SONDE_FIREBASE_EMULATOR: '127.0.0.1:9099' }))).toBe("'self' http://127.0.0.1:9099");
  });

  it('are compressed in an encoding that the client accepts', async () => {
    const app = await webServer();
    const plain = await app.inject('/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const ask = (encoding: string) => app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    const brotli = await ask('gzip, deflate, br');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzip = await ask('gzip;q=1.0, br;q=0');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect((await ask('zstd')).headers['content-encoding']).toBeUndefined();
  });

  it('are compressed better once there is time for it', async () => {
    const src = `https://ads.example/${Array.from({ length: 500 }, (_, place) => `${(place * 7919) % 1000}-part`).join('/')}`;
    const app = await webServer({ SONDE_ADS: JSON.stringify({ banner: { src } }) });
    const ask = async () => (await app.inject({ url: '/dns', headers: { 'accept-encoding': 'br' } })).rawPayload;
    const first = await ask();
    await expect.poll(async () => (await ask()).length).toBeLessThan(first.length);
    expect(brotliDecompressSync(await ask())).toEqual(brotliDecompressSync(first));
  });

  it('are not sent again to a client that has the current version', async () => {
    const app = await webServer();
    const { etag } = (await app.inject('/')).headers;
    expect(etag).toMatch(/^W\/".+"$/);
    const again = await app.inject({ url: '/', headers: { 'if-none-match': `"other", ${etag}` } });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers['etag']).toBe(etag);
    const other = await app.inject({ url: '/dns', headers: { 'if-none-match': String(etag) } });
    expect(other.statusCode).toBe(200);
    const missing = await app.inject({ url: '/nothing', headers: { 'if-none-match': '*' } });
    expect(missing.statusCode).toBe(404);
  });
});

describe('disabled tools', () => {
  it('have a page that announces them, or none, and the menu reflects it', async () => {
    const app = await webServer({ SONDE_TOOLS_OFF: 'dns,mac' });
    const announced = await app.inject('/mac');
    expect(announced.body).toContain('<title>MAC, coming soon – Sonde</title>');
    expect(announced.body).toContain('<a href="/mac">MAC<span class="soon">Soon</span></a>');
    expect(announced.body).not.toContain('href="/dns"');
    expect(announced.body).toContain('"toolsOff":["dns","mac"]');
    expect((await app.inject('/dns')).statusCode).toBe(404);
  });

  it('are missing from the API and its documentation', async () => {
    const app = await webServer({ SONDE_TOOLS_OFF: 'dns,mac' });
    const { paths } = (await app.inject('/api/openapi.json')).json();
    expect(Object.keys(paths)).toContain('/api/v2/whois');
    for (const call of ['/api/v2/macInfo', '/api/v2/dnsRecords']) {
      expect((await app.inject(`${call}?mac=001b638445e6`)).json()).toMatchObject({ success: false, _data: null });
      expect((await app.inject(call)).statusCode).toBe(404);
      expect(Object.keys(paths)).not.toContain(call);
    }
  });

  it('leave menu and routes unchanged if there are none', async () => {
    const app = await webServer();
    const { body } = await app.inject('/mac');
    expect(body).toContain('<title>MAC – Sonde</title>');
    expect(body).not.toContain('Soon');
    expect((await app.inject('/api/v2/macInfo?mac=001b638445e6')).statusCode).toBe(200);
  });
});

describe('the content security policy of a page', () => {
  it('allows only the server’s own files, and inline parts by hash', async () => {
    const { headers } = await (await webServer()).inject('/');
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `script-src 'self' ${hash(SCRIPT)}`,
        `style-src 'self' ${hash(STYLE)}`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'none'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ].join('; '),
    );
  });

  it('allows the hosts that the operator has configured', async () => {
    const app = await webServer({
      SONDE_ADS: JSON.stringify({ native: { src: 'https://native.example/frame' }, hosts: ['*.ads.example'] }),
      SONDE_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      SONDE_PUBLIC_URL: 'https://sonde.example',
    });
    const policy = String((await app.inject('/')).headers['content-security-policy']).split('; ');
    const ads = 'https://native.example *.ads.example';
    expect(policy).toContain(`script-src 'self' ${hash(SCRIPT)} ${ads}`);
    expect(policy).toContain(`img-src 'self' data: https://tiles.example ${ads}`);
    expect(policy).toContain(`frame-src ${ads}`);
    expect(policy).toContain(`style-src 'self' ${hash(STYLE)}`);
    expect(policy).toContain('upgrade-insecure-requests');
  });

  it('allows Google only if a key is set, and all hosts of a tile server', async () => {
    const app = await webServer({
      SONDE_GOOGLE_MAPS_KEY: 'key',
      SONDE_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}',
    });
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+' 'unsafe-eval' https:\/\/\*\.googleapis\.com/);
    expect(policy).toContain("style-src 'self' 'unsafe-inline' https://fonts.googleapis.com;");
    expect(policy).toMatch(/img-src [^;]+ https:\/\/\*\.tiles\.example/);
    const without = String((await (await webServer()).inject('/')).headers['content-security-policy']);
    expect(without).not.toMatch(/google|gstatic|unsafe|blob:/);
  });
});

describe('a web app that is not built', () => {
  it('is reported in one sentence', async () => {
    const root = await webBuild();
    await rm(join(root, 'pages', 'dns.html'));
    const config = testConfig({});
    await expect(loadPages(root, config)).rejects.toThrow(
      /^The web pages are not built completely .*: run npm start\.$/,
    );
    await expect(loadPages('/nowhere', config)).rejects.toThrow(StartProblem);
    await expect(loadPages('/nowhere', config)).rejects.toThrow(
      /^The web pages are not built \(.*\): run npm start\.$/,
    );
  });
});
