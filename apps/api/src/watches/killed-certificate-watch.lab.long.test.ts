import { setTimeout as sleep } from 'node:timers/promises';
import type { Watch } from '@sonde/contract/watch/watch';
import { startCertificateSearchLab } from '@sonde/lab';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PASSWORD, someone } from '../testing/account-browser.ts';
import { call, dataFolder, serverProcesses, storeVariables } from '../testing/server-processes.ts';

const WATCHES = '/api/v2/watches';
const KILLS = 3;
const LONGEST_MS = 400;
/** A job of a process that was killed goes to another one when its lease of 30 seconds ends. */
const PATIENCE = { timeout: 200_000, interval: 500 };

describe.each(Object.keys(storeVariables))('a watch of certificates in the %s store', (kind) => {
  const start = serverProcesses();

  it(`whose server is killed ${KILLS} times loses no certificate and tells none twice`, async () => {
    const search = await startCertificateSearchLab();
    onTestFinished(() => search.stop());
    const variables = {
      ...{ SONDE_DATA_DIR: await dataFolder(), SONDE_CT_URLS: `certspotter=${search.url}` },
      ...{ SONDE_WATCH_FLOOR: '10s', SONDE_WATCH_CONFIRM: '1s' },
      ...(await storeVariables[kind]?.()),
    };
    let server = await start(variables);
    const { cookie } = await call(server.announced, '', 'POST', '/api/account/sign-up', {
      ...{ email: someone(), password: PASSWORD },
    });
    const ask = async (method: string, path: string, body?: object) =>
      (await call(server.announced, cookie, method, path, body)).json._data;
    const asked = { tool: 'certificates', query: { domain: 'shop.example' }, everySeconds: 40 };
    const { id } = await ask('POST', WATCHES, asked);
    const read = (): Promise<Watch> => ask('GET', `${WATCHES}/${id}`);
    await vi.waitFor(async () => expect((await read()).checkedAt).not.toBeNull(), PATIENCE);
    const paths: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const planted = await search.order([`n${kill}.shop.example`]);
      paths.push(`certificate/${planted.serial.replace(/..(?=.)/g, '$&:')}`);
      search.log(planted.precertificate, planted.names);
      await ask('POST', `${WATCHES}/${id}/check`, {});
      await sleep(Math.random() * LONGEST_MS);
      await server.stop('SIGKILL');
      search.log(planted.certificate, planted.names);
      server = await start(variables);
    }
    const told = async () => (await read()).changes.map(({ path }) => path).toSorted();
    await vi.waitFor(async () => expect(await told()).toEqual(paths.toSorted()), PATIENCE);
    const { checkedAt } = await read();
    await vi.waitFor(async () => expect((await read()).checkedAt).not.toBe(checkedAt), PATIENCE);
    expect(await told()).toEqual(paths.toSorted());
    expect((await read()).facts['certificates']).toBe(KILLS);
  }, 600_000);
});
