/**
 * Sends hosts through the real network layer, in the network in which it is started, and prints the results as JSON:
 * `to ADDRESS`, the reason of the failure, or anything else that was thrown, which is a bug. Reads the configuration from the
 * environment and the attacks from standard input.
 */
import { text } from 'node:stream/consumers';
import { createTargetLimits } from '../limits/target-limits.ts';
import { NetFailure } from '../net/net.ts';
import { createNodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';
import { noData } from './no-data.ts';

export interface Attack {
  /** `web` checks the URL in `host`. */
  readonly way: 'ask' | 'resolve' | 'connect' | 'fetch' | 'web';
  readonly host: string;
  readonly port?: number;
}

export interface AttackResult {
  readonly attack: Attack;
  readonly said: string;
  readonly durationMs: number;
}

const AT_ONCE = 16;
const limits = { connectTimeoutMs: 2000, maxBytes: 1000 };
const unlimited = createTargetLimits({ zoneBudget: null, tlsBudget: null, serverBudget: null, webBudget: null });
const never = new AbortController().signal;

const { settings, problems } = readNetSettings(process.env);
if (settings === null) throw new Error(problems.join('\n'));
const net = createNodeNet(settings);

const attempts = {
  ask: async ({ host }) => (await net.ask({ name: host, type: 1 }, never)).resolver,
  resolve: async ({ host }) => (await net.resolve(host, never)).map(({ address }) => address).join(' '),
  connect: async ({ host, port = 443 }) => {
    const connection = await net.connect({ host, port, service: 'tls' }, limits, never);
    connection.close();
    return connection.address.address;
  },
  fetch: async ({ host, port }) => {
    const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    const url = `http://${bracketed}${port === undefined ? '' : `:${port}`}/`;
    return (await net.fetch(url, { timeoutMs: 3000, maxBytes: 1000, maxRedirects: 3 }, never)).url;
  },
  web: async ({ host }) => {
    const context = { net, data: noData, limits: unlimited, signal: never };
    const { starts } = await measure(checkQuery('web', { url: host }), context);
    return starts.map(({ end, reason }) => `${end} ${reason}`).join(' ');
  },
} satisfies Record<Attack['way'], (attack: Attack) => Promise<string>>;

async function run(attack: Attack): Promise<AttackResult> {
  const startedAtMs = performance.now();
  const said = await attempts[attack.way](attack).then(
    (where) => `to ${where}`,
    (error: unknown) => (error instanceof NetFailure ? error.reason : `a bug: ${error}`),
  );
  return { attack, said, durationMs: Math.round(performance.now() - startedAtMs) };
}

const waiting: Attack[] = JSON.parse(await text(process.stdin));
const results: AttackResult[] = [];
const workers = Array.from({ length: AT_ONCE }, async () => {
  for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) results.push(await run(attack));
});
await Promise.all(workers);
net.close();
process.stdout.write(JSON.stringify(results));
