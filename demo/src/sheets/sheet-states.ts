import { type Demo, targetFor } from '../serve.ts';

/** A state of a tool's page. */
export interface SheetState {
  readonly name: 'idle' | 'loading' | 'good' | 'warning' | 'broken' | 'error';
  readonly page: string;
  /** What is typed into the field; null: nothing. */
  readonly target: string | null;
  /** What the picture waits for. */
  readonly waits: 'nothing' | 'loading' | 'answer' | 'error';
}

type Shown = Partial<Record<'good' | 'warning' | 'broken' | 'error', string>>;

/** Targets of the demo with these verdicts; a state that is missing cannot be shown there. */
const targets: Readonly<Record<string, Shown>> = {
  dns: { warning: 'shop.test', broken: 'bogus.test', error: 'silent.test' },
  geo: { good: '8.8.8.8', warning: 'shop.test', error: 'gone.test' },
  mac: { good: '70:b3:d5:f2:f1:23' },
  mail: { good: 'shop.test', warning: 'mixed.test', broken: 'careless.test', error: 'gone.test' },
  ping: { good: 'shop.test', warning: 'lossy.test', broken: 'quiet.test', error: '8.8.8.8' },
  ssl: { good: 'shop.test', warning: 'outdated.test', broken: 'expired.test', error: 'no-tls.test' },
  subdomain: { good: 'shop.test', warning: 'wild.test', broken: 'careless.test', error: 'gone.test' },
  traceroute: { good: 'shop.test', error: '8.8.8.8' },
  whois: { good: 'shop.test', warning: 'undated.test', error: 'limited.test' },
  delegation: { good: 'shop.test', warning: 'wild.test', broken: 'behind.test', error: 'nobody' },
};

/** The states of a tool, in the order of its sheet. */
export function sheetStates(id: string, demo: Demo): readonly SheetState[] {
  const shown = targets[id] ?? {};
  const { page, target: main } = targetFor(demo, id);
  // The servers of the demo have other ports if this user may not open 443.
  const offeredAs = (target: string) =>
    demo.targets.find((one) => one.page === page && one.target.startsWith(`${target}:`))?.target ?? target;
  const answers = (['good', 'warning', 'broken', 'error'] as const).flatMap((name): SheetState[] => {
    const target = shown[name];
    if (target === undefined) return [];
    return [{ name, page, target: offeredAs(target), waits: name === 'error' ? 'error' : 'answer' }];
  });
  return [
    { name: 'idle', page, target: null, waits: 'nothing' },
    { name: 'loading', page, target: main, waits: 'loading' },
    ...answers,
  ];
}
