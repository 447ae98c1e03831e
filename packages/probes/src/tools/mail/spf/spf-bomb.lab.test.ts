import { isVictims, type MaliciousNameServer, spfBomb, startMaliciousNameServer } from '@sonde/lab';
import { expect, onTestFinished, test } from 'vitest';
import { firstOf } from '../../../../../../scripts/test/vitest-settings.ts';
import { createNodeNet } from '../../../net/node-net.ts';
import { readNetSettings } from '../../../net/settings.ts';
import { checkQuery, measure } from '../../../run.ts';
import { noData } from '../../../testing/no-data.ts';

async function serve(...bomb: Parameters<typeof spfBomb>): Promise<MaliciousNameServer> {
  const server = await startMaliciousNameServer(spfBomb(...bomb));
  onTestFinished(() => server.stop());
  return server;
}

function check(server: MaliciousNameServer, more: Readonly<Record<string, string>> = {}) {
  const { settings } = readNetSettings({ SONDE_RESOLVERS: server.address });
  if (settings === null) throw new Error('the settings are not valid');
  const net = createNodeNet(settings);
  onTestFinished(() => net.close());
  return measure(checkQuery('mail', { domain: 'evil.example', smtp: 'false', ...more }), {
    net,
    data: noData,
    signal: new AbortController().signal,
  });
}

/** Every name and type once, however often it was repeated. */
const questionsAbout = (server: MaliciousNameServer, isMeant: (query: { readonly name: string }) => boolean) =>
  new Set(server.heard.filter(isMeant).map(({ name, type }) => `${name} ${type}`)).size;

test.each(
  firstOf(1, [
    ['a', 'nxdomain'],
    ['a', 'silent'],
    ['mx', 'nxdomain'],
    ['exists', 'nxdomain'],
  ] as const),
)(
  '60 records with 300 terms «%s» about a zone that is %s: at most 400 questions',
  async (term, victim) => {
    const server = await serve(term, victim);
    const { spf, gaps } = await check(server);
    expect(questionsAbout(server, () => true)).toBeLessThanOrEqual(400);
    expect(questionsAbout(server, isVictims)).toBeLessThanOrEqual(240);
    // With three attempts for each that is not answered.
    expect(server.heard.length).toBeLessThanOrEqual(1200);
    expect(gaps).toContainEqual({ part: 'spf', code: 'work-limit' });
    if (victim === 'silent') return;
    // What was not read is counted as a lookup all the same, so the verdict is known.
    expect(spf?.lookups).toBeGreaterThan(10);
    expect(spf?.terms.some(({ isBeyond }) => isBeyond)).toBe(true);
  },
  40_000,
);

test('receivers stop at the tenth lookup, and so does the result for an address', async () => {
  const server = await serve('a', 'nxdomain');
  const { spf } = await check(server, { ip: '203.0.113.1' });
  expect(spf?.result).toBe('permerror');
});
