import type { Asked } from '../lookup/use-lookup-form.ts';

const methods = ['icmp', 'udp', 'tcp'] as const;
export const roundChoices = [3, 10, 20, 50, 100] as const;

/** How to trace a path. */
export interface TraceOptions {
  readonly method: (typeof methods)[number];
  readonly rounds: number;
  readonly paths: boolean;
}

export interface TraceAsked extends Asked, TraceOptions {}

const DEFAULT_ROUNDS = 3;
export const usualOptions: TraceOptions = { method: 'icmp', rounds: DEFAULT_ROUNDS, paths: false };

export function methodOf(text: string | null): TraceOptions['method'] {
  return methods.find((one) => one === text) ?? usualOptions.method;
}

/** The options in a page's address; missing or invalid ones have their default. */
export function optionsIn(query: URLSearchParams): TraceOptions {
  const rounds = Number(query.get('rounds'));
  return {
    method: methodOf(query.get('method')),
    rounds: Number.isInteger(rounds) && rounds >= 1 && rounds <= 100 ? rounds : DEFAULT_ROUNDS,
    paths: query.get('paths') === 'true',
  };
}

/** The options that differ from the defaults, for the page's address and the API. */
export function parametersOf({ method, rounds, paths }: TraceOptions): Readonly<Record<string, string>> {
  return {
    ...(method !== usualOptions.method && { method }),
    ...(rounds !== DEFAULT_ROUNDS && { rounds: String(rounds) }),
    ...(paths && { paths: 'true' }),
  };
}
