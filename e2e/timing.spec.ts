import { expect, test } from './fixtures.ts';
import { open } from './site.ts';

/** The entries that the browser’s own parser reads from the Server-Timing header. */
async function serverTimingOf(page: Parameters<typeof open>[0], path: string) {
  return page.evaluate(async (url) => {
    await (await fetch(url)).arrayBuffer();
    // The browser adds the entry shortly after the response.
    for (;;) {
      const [entry] = performance.getEntriesByName(new URL(url, location.href).href) as PerformanceResourceTiming[];
      if (entry !== undefined) {
        return entry.serverTiming.map(({ name, duration, description }) => ({ name, duration, description }));
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, path);
}

test('a browser can read the Server-Timing of a lookup, but only of a call that requests it', async ({ page }) => {
  await open(page, '/dns');
  const metrics = await serverTimingOf(page, '/api/v2/dnsRecords?domain=all.test&timing=true');
  const names = metrics.map(({ name }) => name);
  const parts = ['total', 'queued', 'resolved', 'connected', 'exchanged', 'decoded', 'written'];
  expect(names.slice(0, parts.length)).toEqual(parts);
  expect(names.slice(parts.length).every((name) => name === 'exchange')).toBe(true);
  expect(metrics[0]?.description).toMatch(/^\d+ exchanges$/);
  expect(metrics[0]?.duration).toBeGreaterThan(metrics[2]?.duration ?? Number.NaN);
  expect(metrics.at(-1)?.description).toMatch(/^\d+ dns resolver at [\d.]+$/);
  expect(await serverTimingOf(page, '/api/v2/dnsRecords?domain=all.test')).toEqual([]);
});
