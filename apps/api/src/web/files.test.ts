import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ASSET, testServer, webBuild } from '../testing/test-server.ts';

async function webServer() {
  return (await testServer({}, { webRoot: await webBuild() })).app;
}

describe('files', () => {
  it('with a hash in their names may be cached for a year, and are compressed at build time', async () => {
    const app = await webServer();
    const ask = (encoding: string) =>
      app.inject({ url: '/assets/app-abc123.js', headers: { 'accept-encoding': encoding } });
    const brotli = await ask('br, gzip');
    expect(brotli.statusCode).toBe(200);
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(String(brotli.headers['vary']).toLowerCase()).toContain('accept-encoding');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(ASSET);
    expect(gunzipSync((await ask('gzip')).rawPayload).toString()).toBe(ASSET);
    expect((await ask('identity')).body).toBe(ASSET);
  });

  it('are sent in an encoding in which they are stored', async () => {
    const app = await webServer();
    const ask = (encoding: string) =>
      app.inject({ url: '/assets/map-abc123.json', headers: { 'accept-encoding': encoding } });
    const stored = await ask('br, gzip');
    expect(stored.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(gunzipSync(stored.rawPayload).toString()).toBe(ASSET);
    const plain = await ask('br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(ASSET);
  });

  it('are not sent again to a client that has them, and are sent in part', async () => {
    const app = await webServer();
    const url = '/assets/app-abc123.js';
    const whole = await app.inject({ url });
    expect(whole.headers['etag']).toMatch(/^W\/".+"$/);
    const again = await app.inject({ url, headers: { 'if-none-match': String(whole.headers['etag']) } });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    const part = await app.inject({ url, headers: { range: 'bytes=7-11' } });
    expect(part).toMatchObject({ statusCode: 206, body: ASSET.slice(7, 12) });
    expect(part.headers['content-range']).toBe(`bytes 7-11/${ASSET.length}`);
    expect((await app.inject({ url, headers: { range: 'bytes=99999-' } })).statusCode).toBe(416);
    const head = await app.inject({ method: 'HEAD', url });
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect(head.headers['content-length']).toBe(String(ASSET.length));
  });

  it('are those that were there when the server started, under their exact names', async () => {
    const root = await webBuild();
    const { app } = await testServer({}, { webRoot: root });
    await writeFile(join(root, 'assets', 'later.js'), ASSET);
    await writeFile(join(root, 'secret.txt'), 'secret');
    for (const url of [
      '/assets/later.js',
      '/assets/app-abc123.js.br',
      '/assets/app-abc123.js.gz',
      '/assets/../secret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets//app-abc123.js',
      '/assets/APP-abc123.js',
      '/assets/app-abc123.js/',
      '/assets/toString',
    ]) {
      const { statusCode, body } = await app.inject(url);
      expect(statusCode, url).toBe(404);
      // In place of a file there is a sentence, elsewhere a page.
      if (/\.(?:js|br|gz|txt)$/.test(url)) expect(body, url).toBe('There is nothing at this address.');
      else expect(body, url).toContain('<title>Not found – Sonde</title>');
    }
    expect((await app.inject('/assets/%61pp-abc123.js')).body).toBe(ASSET);
    await rm(join(root, 'assets', 'app-abc123.js'));
    expect((await app.inject('/assets/app-abc123.js')).statusCode).toBe(404);
  });

  it('accept GET and HEAD', async () => {
    const { statusCode, headers } = await (await webServer()).inject({ method: 'POST', url: '/assets/app-abc123.js' });
    expect(statusCode).toBe(405);
    expect(headers['allow']).toBe('HEAD, GET');
  });

  it('without a hash in their names may be cached for an hour', async () => {
    const { statusCode, headers } = await (await webServer()).inject('/favicon.svg');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' });
  });
});
