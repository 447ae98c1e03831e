import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const PROJECT = 'demo-sonde';
const ISSUER = `https://securetoken.google.com/${PROJECT}`;
const DNS = '/api/v2/dnsRecords?domain=a.example';
const settings = JSON.stringify(
  Object.fromEntries(
    ['apiKey', 'authDomain', 'storageBucket', 'messagingSenderId', 'appId', 'measurementId']
      .map((name) => [name, name])
      .concat([['projectId', PROJECT]]),
  ),
);

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Keys;
let theirs: Keys;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
});

const nowSeconds = () => Math.floor(Date.now() / 1000);
const claims = (changed: JWTPayload = {}): JWTPayload => ({
  iss: ISSUER,
  aud: PROJECT,
  sub: 'uid-1',
  email: 'one@example.com',
  iat: nowSeconds() - 10,
  auth_time: nowSeconds() - 10,
  exp: nowSeconds() + 3600,
  ...changed,
});
const signed = (payload: JWTPayload, { privateKey }: Keys, header = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header }).sign(privateKey);

/** A server with a Firebase project whose keys belong to the test, served over HTTP like the real ones. */
async function server(more: Record<string, string> = {}) {
  let fetches = 0;
  const keys = createServer(async (_request, response) => {
    fetches += 1;
    const key = { ...(await exportJWK(ours.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void keys.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-hosted-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { app } = await testServer(
    { SONDE_FIREBASE: settings, SONDE_DATA_DIR: dataDir, ...more },
    { firebaseKeysUrl: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys` },
  );
  const ask = (token: string, url = '/api/account', method: 'GET' | 'DELETE' = 'GET') =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
  return { app, ask, keys, fetches: () => fetches };
}

describe('ID tokens', () => {
  it('R3.22 signed by the project’s key identify the member, whose lookups are recorded', async () => {
    const { ask, fetches } = await server();
    const [one, other] = [await signed(claims(), ours), await signed(claims({ sub: 'uid-2' }), ours)];
    expect((await ask(one)).json()._data).toEqual({ email: 'one@example.com' });
    await ask(one, DNS);
    // The first record opens the store; a lookup waits for that for a second, and the record is written in any case.
    await expect.poll(async () => (await ask(one, '/api/account/history')).json()._data.total).toBe(1);
    expect((await ask(other, '/api/account/history')).json()._data.total).toBe(0);
    await ask(other, '/api/account', 'DELETE');
    expect((await ask(one, '/api/account/history')).json()._data.total).toBe(1);
    await ask(one, '/api/account', 'DELETE');
    expect((await ask(one, '/api/account/history')).json()._data.total).toBe(0);
    expect(fetches()).toBe(1);
  });

  it('that are invalid identify nobody', async () => {
    const { ask } = await server();
    const past = nowSeconds() - 60;
    const bad: Record<string, Promise<string> | string> = {
      'another key': signed(claims(), theirs),
      'an unknown key': signed(claims(), ours, { kid: 'key-2' }),
      'no signature': new UnsecuredJWT(claims()).encode(),
      'another algorithm': new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
        .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(ours.publicKey)))),
      'another project': signed(claims({ aud: 'other' }), ours),
      'another issuer': signed(claims({ iss: 'https://securetoken.google.com/other' }), ours),
      expired: signed(claims({ exp: past }), ours),
      'issued in the future': signed(claims({ iat: nowSeconds() + 600 }), ours),
      'signed in in the future': signed(claims({ auth_time: nowSeconds() + 600 }), ours),
      'no subject': signed(claims({ sub: '' }), ours),
      'a long subject': signed(claims({ sub: 'x'.repeat(129) }), ours),
      garbage: 'a.b.c',
      'much garbage': 'x'.repeat(7_000),
    };
    for (const [what, token] of Object.entries(bad)) {
      expect((await ask(await token)).statusCode, what).toBe(401);
    }
  });

  it('without a signature are valid only with an emulator on this machine', async () => {
    const unsigned = new UnsecuredJWT(claims()).encode();
    for (const [emulator, status] of [
      ['127.0.0.1:9099', 200],
      ['localhost:9099', 200],
      ['[::1]:9099', 200],
      ['192.0.2.1:9099', 401],
      ['127.0.0.1.evil.example:9099', 401],
    ] as const) {
      const { ask } = await server({ SONDE_FIREBASE_EMULATOR: emulator });
      expect((await ask(unsigned)).statusCode, emulator).toBe(status);
      expect((await ask(new UnsecuredJWT(claims({ aud: 'other' })).encode())).statusCode, emulator).toBe(401);
    }
  });

  it('that cannot be checked are reported as such, and no tool waits for that', async () => {
    const { app, ask, keys } = await server();
    keys.close();
    const token = await signed(claims(), ours);
    const answered = await ask(token);
    expect([answered.statusCode, answered.json().code]).toEqual([502, 'source-failed']);
    expect((await ask(token, DNS)).statusCode).toBe(200);
    expect((await app.inject(DNS)).statusCode).toBe(200);
  });
});

it('a server with a hosted provider has no passwords of its own', async () => {
  const { app } = await server();
  for (const path of ['sign-up', 'sign-in', 'password-reset', 'new-password']) {
    const answered = await app.inject({ method: 'POST', url: `/api/account/${path}`, payload: {} });
    expect(answered.statusCode, path).toBe(404);
  }
  expect((await app.inject('/readyz')).json()._data.stores.accounts).toBe('firebase');
});
