import { tools } from '@sonde/contract';
import { estimateList, type ListItem, listItems, slotsOfList } from '@sonde/contract/lists/list-items';
import { readList } from '@sonde/contract/lists/read-list';
import { describe, expect, it, vi } from 'vitest';
import { type EndedItem, runItems } from './run-items.ts';

const itemsOf = (names: readonly string[], ...ids: readonly ('whois' | 'ssl' | 'dns')[]) =>
  listItems(
    readList(names.join('\n')).targets,
    ids.map((id) => tools[id]),
  );
const answered: EndedItem = { code: null, retryAfterSeconds: null };
const never = new AbortController().signal;

/** Runs the items with a clock that is driven by timers only. */
async function run(
  items: readonly ListItem[],
  lookUp: (item: ListItem) => Promise<EndedItem>,
  signal = never,
  pauseMs = (_item: ListItem) => 0,
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const ended: [string, EndedItem][] = [];
  const running = runItems({
    ...{ items, signal, lookUp, pauseMs, now: () => performance.now() },
    onEnd: ({ target }, one) => void ended.push([target.target, one]),
  });
  try {
    const outcome = running.then(
      () => null,
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    return { ended, error: await outcome, tookMs: performance.now() };
  } finally {
    vi.useRealTimers();
  }
}

const after = (ms: number, result = answered) =>
  new Promise<EndedItem>((resolve) => setTimeout(() => resolve(result), ms));

describe('the lookups of a list', () => {
  it('may all listen to its signal, without a warning on the terminal', async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => void warnings.push(name);
    process.on('warning', hear);
    const { signal } = new AbortController();
    const names = Array.from({ length: 20 }, (_, index) => `a.firm-${index}.example`);
    await run(
      itemsOf(names, 'dns'),
      async () => {
        signal.addEventListener('abort', () => {});
        return answered;
      },
      signal,
    );
    await new Promise(setImmediate);
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });

  it('keep the pause that one of them needs before any other starts', async () => {
    const starts: number[] = [];
    const names = ['a.one.example', 'b.two.example', 'c.three.example'];
    await run(
      itemsOf(names, 'dns', 'ssl'),
      () => {
        starts.push(Math.round(performance.now()));
        return after(10);
      },
      never,
      ({ tool }) => (tool.id === 'dns' ? 3_000 : 0),
    );
    const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect(pauses.filter((ms) => ms >= 3_000)).toHaveLength(3);
  });

  it('query each registry once a second, and other registries meanwhile', async () => {
    const starts: [string, number][] = [];
    const names = ['a.com', 'b.com', 'c.com', 'a.net', 'b.net'];
    const begin = performance.now();
    await run(itemsOf(names, 'whois'), ({ target }) => {
      starts.push([target.target, Math.round(performance.now())]);
      return after(10);
    });
    const first = starts[0]?.[1] ?? begin;
    expect(starts.map(([name, at]) => [name, at - first])).toEqual([
      ['a.com', 0],
      ['a.net', 0],
      ['b.com', 1000],
      ['b.net', 1000],
      ['c.com', 2000],
    ]);
  });

  it('take at most a third of the slots of their tool, and one at a time of the servers of a domain', async () => {
    const underWay = new Map<string, number>();
    let most = 0;
    let mostOfOne = 0;
    const names = Array.from({ length: 60 }, (_, at) => `h${at}.domain${at % 20}.test`);
    await run(itemsOf(names, 'ssl'), async ({ target }) => {
      const domain = target.target.split('.').slice(-2).join('.');
      underWay.set(domain, (underWay.get(domain) ?? 0) + 1);
      mostOfOne = Math.max(mostOfOne, underWay.get(domain) ?? 0);
      most = Math.max(
        most,
        [...underWay.values()].reduce((sum, one) => sum + one, 0),
      );
      const result = await after(50);
      underWay.set(domain, (underWay.get(domain) ?? 1) - 1);
      return result;
    });
    expect([most, mostOfOne]).toEqual([8, 1]);
    expect(slotsOfList(tools.ssl)).toBe(8);
  });

  it('run one at a time for addresses of one network, in any spelling', async () => {
    const starts: string[] = [];
    const addresses = ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1', '192.0.2.1', '192.0.2.2', '198.51.100.1'];
    await run(itemsOf(addresses, 'ssl'), ({ target }) => {
      starts.push(target.target);
      return after(10);
    });
    expect(starts.slice(0, 4)).toEqual(['2001:db8::1', '2001:db8:1::1', '192.0.2.1', '198.51.100.1']);
  });

  it('run in parallel for names below a country’s second level, but one at a time for hosts of one of them', async () => {
    const starts: string[] = [];
    await run(itemsOf(['a.co.uk', 'www.a.co.uk', 'b.co.uk', 'x.a.net', 'y.a.net'], 'ssl'), ({ target }) => {
      starts.push(target.target);
      return after(10);
    });
    expect(starts).toEqual(['a.co.uk', 'b.co.uk', 'x.a.net', 'www.a.co.uk', 'y.a.net']);
  });

  it('of thousands of servers: those that wait for a slot are not checked whenever a lookup ends', async () => {
    let looks = 0;
    const tool = {
      ...tools.dns,
      get capacity() {
        looks += 1;
        return tools.dns.capacity;
      },
    };
    const names = Array.from({ length: 3_000 }, (_, at) => `n${at}.com`).join('\n');
    let begun = 0;
    // Hardly any two end at the same moment.
    const { ended } = await run(listItems(readList(names).targets, [tool]), () => after(1 + ((begun++ * 37) % 997)));
    expect(ended).toHaveLength(3_000);
    expect(looks).toBeLessThan(3 * 3_000);
  });

  it('are retried later when a source limits us, three attempts in all, while the others continue', async () => {
    const tries = new Map<string, number>();
    const limited: EndedItem = { code: 'source-failed', reason: 'source-limited', retryAfterSeconds: 30 };
    const { ended, error } = await run(itemsOf(['a.com', 'b.net', 'c.org'], 'whois'), ({ target: { target } }) => {
      tries.set(target, (tries.get(target) ?? 0) + 1);
      if (target === 'a.com') return after(1, limited);
      return after(1, target === 'b.net' && tries.get(target) === 1 ? limited : answered);
    });
    expect(error).toBeNull();
    expect(Object.fromEntries(tries)).toEqual({ 'a.com': 3, 'b.net': 2, 'c.org': 1 });
    expect(ended.map(([name]) => name)).toEqual(['c.org', 'b.net', 'a.com']);
    expect(ended.at(-1)?.[1]).toBe(limited);
  });

  it('end with the signal, and with an unexpected error of a lookup', async () => {
    const stop = new AbortController();
    const stopped = await run(
      itemsOf(['a.com', 'b.com'], 'whois'),
      () => {
        stop.abort(new Error('stopped'));
        return after(1);
      },
      stop.signal,
    );
    expect(stopped.error).toEqual(new Error('stopped'));
    const broken = await run(itemsOf(['a.com', 'b.com'], 'whois'), () => Promise.reject(new Error('broken')));
    expect([broken.error, broken.ended]).toEqual([new Error('broken'), []]);
  });
});

it('an estimate names what the list waits for longest', () => {
  const thousand = Array.from({ length: 1_000 }, (_, at) => `n${at}.com`);
  expect(estimateList(itemsOf(thousand, 'whois'))).toEqual({
    ...{ lookups: 1_000, seconds: 1_000 },
    because: 'whois sends each registry one query a second.',
  });
  expect(estimateList(itemsOf(thousand, 'dns')).because).toBe('dns: 85 lookups at a time.');
  expect(estimateList([])).toEqual({ lookups: 0, seconds: 0, because: null });
});

it('an estimate uses the measured durations of a tool where there are any', () => {
  const domains = Array.from({ length: 850 }, (_, at) => `n${at}.com`);
  const items = itemsOf(domains, 'dns');
  const assumed = estimateList(items).seconds;
  expect(estimateList(items, () => null).seconds).toBe(assumed);
  expect(estimateList(items, (tool) => (tool === 'dns' ? 200 : null)).seconds).toBe(2);
  expect(assumed).toBeGreaterThan(2);
});

it('a list from places is estimated by how often a place is asked, and counts a lookup for each', () => {
  const names = Array.from({ length: 100 }, (_, index) => `a.firm-${index}.example`);
  expect(estimateList(itemsOf(names, 'dns'), () => 20, 3)).toEqual({
    lookups: 300,
    seconds: 300,
    because: 'lists ask a place 20 times a minute.',
  });
});
