import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Imports fresh modules: each test is a page of its own. */
const page = async () => ({
  ...(await import('./recent-lookups.ts')),
  ...(await import('./consent.ts')),
  ...(await import('./session-hint.ts')),
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.resetModules());

const targets = (lookups: readonly { target: string }[]) => lookups.map(({ target }) => target);

describe('recent lookups', () => {
  it('are listed newest first, each once', async () => {
    const { rememberLookup, recentLookups } = await page();
    for (const target of ['a.example', 'b.example', 'a.example']) rememberLookup({ tool: 'dns', target });
    expect(targets(recentLookups())).toEqual(['a.example', 'b.example']);
  });

  it('are the last eight of each tool', async () => {
    const { rememberLookup, recentLookups } = await page();
    rememberLookup({ tool: 'ping', target: 'host.example' });
    for (let n = 1; n <= 10; n++) rememberLookup({ tool: 'dns', target: `${n}.example` });
    const dns = recentLookups().filter(({ tool }) => tool === 'dns');
    expect(targets(dns)).toEqual(['10', '9', '8', '7', '6', '5', '4', '3'].map((n) => `${n}.example`));
    expect(recentLookups()).toHaveLength(9);
  });

  it('stay in session storage until cookies are accepted, then move to local storage', async () => {
    const { rememberLookup, recentLookups, acceptCookies } = await page();
    rememberLookup({ tool: 'dns', target: 'a.example' });
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(1);
    acceptCookies();
    rememberLookup({ tool: 'dns', target: 'b.example' });
    expect(sessionStorage).toHaveLength(0);
    expect(targets(recentLookups())).toEqual(['b.example', 'a.example']);
    expect(localStorage.getItem('recentLookups')).toContain('a.example');
  });

  it('are forgotten tool by tool', async () => {
    const { rememberLookup, recentLookups, forgetLookups } = await page();
    rememberLookup({ tool: 'dns', target: 'a.example' });
    rememberLookup({ tool: 'ping', target: 'b.example' });
    forgetLookups('dns');
    expect(targets(recentLookups())).toEqual(['b.example']);
    forgetLookups('ping');
    expect(sessionStorage).toHaveLength(0);
  });

  it('disappear with the sign-in during which they were made, while others stay', async () => {
    const { rememberLookup, recentLookups, forgetOthersLookups, writeHint } = await page();
    rememberLookup({ tool: 'dns', target: 'before.example' });
    writeHint(true);
    rememberLookup({ tool: 'dns', target: 'mine.example' });
    expect(targets(recentLookups())).toEqual(['mine.example', 'before.example']);
    writeHint(false);
    expect(targets(recentLookups())).toEqual(['before.example']);
    forgetOthersLookups();
    expect(sessionStorage.getItem('recentLookups')).not.toContain('mine.example');
  });

  it('of one sign-in are not shown to the next, even in a tab that noticed neither change', async () => {
    const { rememberLookup, recentLookups, acceptCookies, writeHint } = await page();
    acceptCookies();
    writeHint(true);
    rememberLookup({ tool: 'dns', target: 'mine.example' });
    writeHint(true, true);
    expect(recentLookups()).toEqual([]);
    rememberLookup({ tool: 'dns', target: 'yours.example' });
    expect(localStorage.getItem('recentLookups')).not.toContain('mine.example');
  });

  it('that were moved into an account disappear at sign-out', async () => {
    const { rememberLookup, recentLookups, markAsMoved, writeHint } = await page();
    for (const target of ['a.example', 'b.example']) rememberLookup({ tool: 'dns', target });
    writeHint(true);
    markAsMoved([{ tool: 'dns', target: 'a.example' }]);
    expect(recentLookups().map(({ signIn }) => signIn === undefined)).toEqual([true, false]);
    writeHint(false);
    expect(targets(recentLookups())).toEqual(['b.example']);
  });

  it.each(['not json', '{"tool":"dns"}', '[null, 7, {"tool":"dns"}, {"tool":"dns","target":{}}]'])(
    'survive a storage that holds %s',
    async (stored) => {
      sessionStorage.setItem('recentLookups', stored);
      const { recentLookups } = await page();
      expect(recentLookups()).toEqual([]);
    },
  );
});
