import { createHash } from 'node:crypto';
import { checkSignature } from '@sonde/service/snapshots/signature';
import { describe, expect, it } from 'vitest';
import { accountServers, accountStores } from '../testing/account-stores.ts';

const CALL = '/api/v2/dnsRecords?domain=kept.example';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Served = Awaited<ReturnType<ReturnType<typeof accountServers>>>;
type App = Served['app'];

const post = (app: App, payload: object) => app.inject({ method: 'POST', url: '/api/v2/snapshots', payload });

/** Measures, and keeps what came. */
async function keep(app: App, call = CALL, more: object = {}) {
  const { body } = await app.inject(call);
  return post(app, { key: call, sha256: sha256(body), ...more });
}

describe.each(accountStores())('snapshots in the %s store', (_kind, variables) => {
  const serve = accountServers(variables);

  it('are what was measured, signed, and readable under a link without any measurement', async () => {
    const { app } = await serve({ SONDE_PUBLIC_URL: 'https://sonde.example' });
    const measured = (await app.inject(CALL)).json();
    const made = await keep(app);
    expect(made.statusCode).toBe(200);
    const { id, path, expiresAt, revokeToken } = made.json()._data;
    expect(id).toMatch(/^[a-z2-7]{26}$/);
    expect(path).toBe(`/r/${id}`);
    expect(revokeToken).toMatch(/^[\w-]{43}$/);
    const found = await app.inject(`/api/v2/snapshots/${id}`);
    expect(found.statusCode).toBe(200);
    const { snapshot, signature } = found.json()._data;
    expect(signature).toBe('valid');
    expect(snapshot).toMatchObject({ schema: 1, id, site: 'https://sonde.example', target: 'kept.example' });
    expect(snapshot.parts).toEqual([
      {
        tool: 'dns',
        target: 'kept.example',
        key: CALL,
        measuredAt: measured._data.checkedAt,
        withheld: [],
        outcome: measured,
      },
    ]);
    expect(Date.parse(expiresAt) - Date.parse(snapshot.keptAt)).toBe(30 * 24 * 3_600_000);
    const { keys } = (await app.inject('/.well-known/sonde-keys.json')).json();
    expect(keys).toHaveLength(1);
    expect(checkSignature(snapshot, keys)).toBe('valid');
    snapshot.parts[0].outcome._data.domain = 'forged.example';
    expect(checkSignature(snapshot, keys)).toBe('invalid');
  });
});
