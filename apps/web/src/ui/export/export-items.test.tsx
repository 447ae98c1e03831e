import { afterEach, expect, it, vi } from 'vitest';
import { exportItems } from './export-items.ts';

afterEach(() => vi.restoreAllMocks());

const tables = [{ title: 'A Records', columns: ['Name'], rows: [['example.com']] }];
const finding = { code: 'ttl-zero', state: 'note', about: 'example.com', evidence: 'The TTL is 0.', fix: null };

async function copied(label: string, data: Parameters<typeof exportItems>[0]['data']): Promise<string> {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const item = exportItems({ tool: 'dns', target: 'example.com', data, tables }).find((one) => one.label === label);
  await item?.run();
  return write.mock.lastCall?.[0] ?? expect.fail('nothing was copied');
}

it.each(['Copy as CSV', 'Copy as Markdown'])('%s has the findings before the tables', async (label) => {
  const text = await copied(label, { findings: [finding] });
  expect(text).toMatch(/Findings[\s\S]*ttl-zero[\s\S]*The TTL is 0\.[\s\S]*A Records[\s\S]*example\.com/);
});

it('without findings, exports contain only the tables', async () => {
  expect(await copied('Copy as CSV', { findings: [] })).toBe('Name\r\nexample.com\r\n');
  expect(await copied('Copy as CSV', {})).toBe('Name\r\nexample.com\r\n');
});
