import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Snapshot } from '@sonde/contract/snapshots/snapshot';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { LARGE_PAGE_LIMIT_MS } from '../../testing/wait-limits.ts';
import { screens } from '../../tools/index.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { Page } from '../kept.tsx';
import { frozenTool } from './frozen-answers.ts';

const samples = fileURLToPath(
  new URL(
    '../../../../../packages/contract/src/snapshots/samples/',
    import.meta.url.replace(/^http:\/\/[^/]+/, 'file://'),
  ),
);
const sampleNames = readdirSync(samples).flatMap((folder) =>
  readdirSync(samples + folder).flatMap((name) => (name === 'keys.json' ? [] : [`${folder}/${name}`])),
);
const sample = (name: string): Snapshot => JSON.parse(readFileSync(samples + name, 'utf8'));

let server: ApiStub;
beforeAll(async () => {
  configure({ asyncUtilTimeout: LARGE_PAGE_LIMIT_MS, defaultHidden: true });
  server = await startApiStub();
});
afterAll(() => server.close());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

interface Shown {
  readonly signature?: string;
  readonly expiresAt?: string | null;
  readonly hash?: string;
}

/** Opens the page of a snapshot; returns the requests that it makes. */
function open(snapshot: Snapshot, { signature = 'valid', expiresAt = null, hash = '' }: Shown = {}) {
  const before = server.asked.length;
  server.reply = () => json(200, { success: true, message: 'OK', _data: { snapshot, signature, expiresAt } });
  openAt(`${server.origin}/r/${snapshot.id}${hash}`);
  show();
  return () => server.asked.slice(before);
}
/** Renders it in the frame of the site, with the screens that the page links to. */
function show() {
  render(
    <ToolsContext value={screens}>
      <Page />
    </ToolsContext>,
  );
}
const banner = () => screen.findByRole('region', { name: 'About this page' });
const pageText = () => document.body.textContent ?? '';

describe('the page of a kept result', () => {
  it.each(isLong ? sampleNames : sampleNames.slice(0, 2))(
    'shows %s by the components of its tools, or as tables, and requests nothing but the snapshot',
    async (name) => {
      const snapshot = sample(name);
      const asked = open(snapshot);
      expect((await banner()).textContent).toContain(snapshot.target);
      const answered = snapshot.parts.filter(({ outcome }) => outcome.success);
      const withComponents = await Promise.all(answered.map(async ({ tool }) => (await frozenTool(tool)) !== null));
      await expect
        .poll(() => document.querySelectorAll('.results').length, { timeout: LARGE_PAGE_LIMIT_MS })
        .toBe(withComponents.filter(Boolean).length);
      if (withComponents.includes(false)) expect(await screen.findAllByRole('table')).not.toEqual([]);
      for (const { outcome } of snapshot.parts) if (!outcome.success) expect(pageText()).toContain(outcome.message);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(pageText()).not.toMatch(/undefined|NaN|One moment/);
      expect(asked()).toEqual([`/api/v2/snapshots/${snapshot.id}`]);
    },
  );

  it.each(
    [
      ['valid', 'The signature is valid: nothing has been changed since.'],
      ['invalid', 'The signature is not valid: this is not the result that was kept.'],
      ['unknown-key', 'The signature cannot be verified: this server no longer has the key.'],
    ].slice(0, isLong ? undefined : 2),
  )('says that its signature is %s', async (signature, words) => {
    open(sample('schema-1/dns.json'), { signature });
    expect((await banner()).textContent).toContain(words);
  });

  it('says when it was measured, by whom, and until when it is kept; and links to its files', async () => {
    const snapshot = { ...sample('schema-1/dns.json'), site: 'https://sonde.example' };
    open(snapshot, { expiresAt: '2026-12-23T05:36:35.000Z' });
    const about = await banner();
    expect(about.textContent).toMatch(
      /^\S+, [A-Z][\w ]+, measured 2026-11-23 05:36:34 UTC by Sonde 0\.1\.0 at sonde\.example/,
    );
    const foot = screen.getByRole('region', { name: 'This kept result' });
    expect(foot.textContent).toContain('It is deleted on 2026-12-23 05:36:35 UTC.');
    const linksOf = (part: HTMLElement) =>
      within(part)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(linksOf(about)).toEqual(['/dns?domain=shop.test']);
    expect(linksOf(foot)).toEqual(['json', 'md', 'csv'].map((format) => `/r/${snapshot.id}.${format}`));
  });

  inLongSet(it)('counts the days left as of the day of the measurement', async () => {
    const snapshot = sample('schema-1/whois.json');
    open({ ...snapshot, parts: snapshot.parts.map((part) => ({ ...part, measuredAt: '2031-08-01T00:00:00.000Z' })) });
    expect(await screen.findByText(/^12 days/)).toBeDefined();
    expect(pageText()).toContain('Contacts were left out, and the servers’ original texts, which repeat them.');
  });

  inLongSet(it)('shows an answer that no screen can read as tables', async () => {
    const snapshot = sample('schema-1/dns.json');
    const [part] = snapshot.parts;
    if (part === undefined) throw new Error('no part');
    open({ ...snapshot, parts: [{ ...part, tool: 'later', outcome: { ...part.outcome, _data: { colour: 'blue' } } }] });
    expect(await screen.findByRole('cell', { name: 'blue' })).toBeDefined();
  });

  inLongSet(it)('shows a report with the findings of all tools on top, and every whole answer below', async () => {
    const samplesOf = (...names: string[]) => names.flatMap((name) => sample(`schema-1/${name}.json`).parts);
    const failed = sample('schema-1/several.json').parts.find(({ tool }) => tool === 'whois');
    if (failed === undefined) throw new Error('no part');
    open({ ...sample('schema-1/dns.json'), parts: [...samplesOf('dns', 'mail'), failed] });
    const mail = await screen.findByRole('region', { name: 'Full answer of Mail' });
    expect(within(mail).queryByRole('heading', { name: 'DMARC' })).toBeNull();
    await userEvent.click(await screen.findByText(/^(Broken|Warning)$/, { selector: '.word' }));
    expect(await within(mail).findByRole('heading', { name: /^DMARC/ })).toBeDefined();
    expect(screen.getAllByText(/^\d+ of \d+ good$/)[0]).toBeDefined();
    const order = [...document.querySelectorAll('section[id]')].map(({ id }) => id);
    expect(order.slice(0, 4)).toEqual(['to-do', 'part-dns', 'part-mail', 'part-whois']);
    expect(order.filter((id) => /^answer-[a-z]+$/.test(id))).toEqual(['answer-dns', 'answer-mail']);
    expect(new Set(order).size).toBe(order.length);
    const full = screen.getByRole('link', { name: 'Full answer of Mail' });
    expect(full.getAttribute('href')).toBe('#answer-mail');
    expect(screen.queryByRole('link', { name: 'Full answer of Who Is' })).toBeNull();
    expect(
      within(screen.getByRole('region', { name: 'Who Is' })).getByText(
        /^\S+ is not registered: the registry has no record of it\.$/,
      ),
    ).toBeDefined();
    const links = within(await banner()).getAllByRole('link');
    expect(links[0]?.getAttribute('href')).toBe('/report?target=shop.test');
    expect((await banner()).textContent).toMatch(/measured \S+ \S+ UTC to \S+ \S+ UTC by/);
  });

  inLongSet(it)('prints every whole answer without a press', async () => {
    const [dns, mac] = ['dns', 'mac'].map((name) => sample(`schema-1/${name}.json`));
    open({ ...sample('schema-1/dns.json'), parts: [dns, mac].flatMap((one) => one?.parts ?? []) });
    const whole = await screen.findByRole('region', { name: /^Full answer of Mac/ });
    expect(whole.querySelector('.results')).toBeNull();
    await waitFor(() => {
      dispatchEvent(new Event('beforeprint'));
      expect(whole.querySelector('.results')).not.toBeNull();
    });
    dispatchEvent(new Event('afterprint'));
  });

  it("shows the server's message if there is no such result", async () => {
    server.reply = () => json(410, { success: false, message: 'It is not shown.', _data: null, code: 'hidden' });
    openAt(`${server.origin}/r/aaaa`);
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('It is not shown.');
  });

  it('compares with a new measurement of the same call, on request', async () => {
    const snapshot = sample('schema-1/dns.json');
    const asked = open(snapshot);
    const compare = await screen.findByRole('button', { name: 'Compare with now' });
    const [part] = snapshot.parts;
    const now = JSON.parse(JSON.stringify(part?.outcome).replaceAll('127.53.0.10', '192.0.2.99'));
    server.reply = () => json(200, now);
    await userEvent.click(compare);
    const since = await screen.findByRole('region', { name: 'Since then' });
    expect(since.textContent).toContain('1 change: ');
    expect(since.textContent).toContain('A recordsNew: shop.test 192.0.2.99. Gone: shop.test 127.53.0.10.');
    expect(asked().at(-1)).toBe('/api/v2/dnsRecords?domain=shop.test&fresh=true');
  });

  inLongSet(it)('says why a result cannot be compared, and when nothing has changed', async () => {
    const snapshot = sample('schema-1/mac.json');
    open(snapshot);
    const compare = await screen.findByRole('button', { name: 'Compare with now' });
    server.reply = () => json(429, { success: false, message: 'Too soon.', _data: null, code: 'rate-limited' });
    await userEvent.click(compare);
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain('Too soon.');
    server.reply = () => json(200, snapshot.parts[0]?.outcome);
    await userEvent.click(within(problem).getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('region', { name: 'Since then' })).textContent).toContain('Nothing has changed');
  });

  it('deletes the result by the second link, after a press', async () => {
    const snapshot = sample('schema-1/mac.json');
    const asked = open(snapshot, { hash: '#delete=a-token' });
    const remove = await screen.findByRole('button', { name: 'Delete it now' });
    expect(asked()).toHaveLength(1);
    server.reply = () => json(200, { success: true, message: 'OK', _data: { changed: 1 } });
    await userEvent.click(remove);
    expect(await screen.findByText('This page has been deleted.')).toBeDefined();
    expect(asked()).toHaveLength(2);
  });
});
