import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Browser, LaunchOptions } from '@playwright/test';
import { environment, expect, test } from './fixtures.ts';
import { long, longUnless } from './test-set.ts';

const NAME = 'rebound.test';
const LOOKUP = '/api/v2/dnsRecords?domain=plain.test';
const PAGE = '<!doctype html><title>free games</title>';

/** The responses that a page gets from the server to which its name resolves now. */
interface Stolen {
  readonly status: number;
  readonly text: string;
}

/**
 * The attacker's address: it serves a page, and from then on the name resolves to the server at `url`. The bytes are relayed
 * unchanged, since the resolver rules of a browser cannot be changed while it runs.
 */
async function startRebinding(url: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const isFirst = sockets.size === 0;
    sockets.add(socket.on('error', () => {}));
    if (isFirst) {
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\nConnection: close`;
      socket.once('data', () => socket.end(`${head}\r\n\r\n${PAGE}`));
      return;
    }
    const rebound = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    sockets.add(rebound.on('error', () => {}));
    socket.pipe(rebound).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { base: `http://${NAME}:${(server.address() as AddressInfo).port}`, stop };
}

/** All requests of a script on the attacker's page to its own origin, after the name was pointed at `url`. */
async function steal(browser: Browser, url: string): Promise<Stolen[]> {
  const { base, stop } = await startRebinding(url);
  try {
    const page = await browser.newPage();
    await page.goto(`${base}/`);
    await expect(page).toHaveTitle('free games');
    return await page.evaluate(async (lookup) => {
      const ask = async (path: string, options?: RequestInit) => {
        const response = await fetch(path, options);
        return { status: response.status, text: await response.text() };
      };
      const headers = { 'content-type': 'application/json', 'x-forwarded-host': '127.0.0.1' };
      const body = JSON.stringify({ email: 'a@example.com', password: 'a password' });
      return [
        await ask(lookup),
        await ask(lookup, { headers: { 'x-forwarded-host': 'localhost', accept: 'text/event-stream' } }),
        await ask('/api/account/sign-up', { method: 'POST', headers, body }),
        await ask('/readyz'),
        await ask('/'),
      ];
    }, LOOKUP);
  } finally {
    stop();
  }
}

const withRules = ({ args = [], ...options }: LaunchOptions) => ({
  ...options,
  args: [...args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
});

test.describe('a page whose name was pointed at this server (DNS rebinding)', () => {
  for (const variables of [{}, { SONDE_TRUST_PROXY: '127.0.0.1' }, { SONDE_PUBLIC_URL: 'http://sonde.test' }]) {
    test(
      `reads nothing, with ${JSON.stringify(variables)}`,
      longUnless(Object.keys(variables).length === 0),
      async ({ playwright, launchOptions, serve }) => {
        const url = await serve({ SONDE_RESOLVERS: environment('SONDE_E2E_RESOLVER'), ...variables });
        const browser = await playwright.chromium.launch(withRules(launchOptions));
        try {
          for (const { status, text } of await steal(browser, url)) {
            expect(status).toBe(421);
            expect(text).toContain('SONDE_HOSTS');
            expect(text).not.toContain('recordName');
          }
        } finally {
          await browser.close();
        }
      },
    );
  }

  test(
    'reads what Sonde’s own pages may, if the operator has configured its name',
    long,
    async ({ playwright, launchOptions, serve }) => {
      const url = await serve({ SONDE_RESOLVERS: environment('SONDE_E2E_RESOLVER'), SONDE_HOSTS: NAME });
      const browser = await playwright.chromium.launch(withRules(launchOptions));
      try {
        const [answer] = await steal(browser, url);
        expect(answer?.status).toBe(200);
        expect(answer?.text).toContain('recordName');
      } finally {
        await browser.close();
      }
    },
  );
});
