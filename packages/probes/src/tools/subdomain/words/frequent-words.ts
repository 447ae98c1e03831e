import { first, others, places, services, stages } from './vocabulary.ts';

/** How many services are combined with each stage, place and number. */
const MANY = 60;
const MOST = 24;
const WORDS = 6000;

let cached: readonly string[] | null = null;

/** Sonde's own list: several thousand words, the most common first, made from `vocabulary.ts`. */
export function frequentWords(): readonly string[] {
  cached ??= [...new Set(generate())].slice(0, WORDS);
  return cached;
}

function* generate(): Generator<string> {
  yield* first;
  yield* services;
  yield* others;
  yield* stages;
  yield* places;
  const frequent = services.slice(0, MANY);
  for (const stage of stages.slice(0, 8)) yield* joined(frequent, stage);
  for (const service of [...first.slice(0, MANY), ...frequent]) yield* numbered(service);
  for (const stage of stages.slice(8)) yield* joined(services.slice(0, MOST), stage);
  for (const place of places) yield* joined(services.slice(0, 10), place);
  for (const stage of stages.slice(0, 8)) yield* joined(services.slice(MANY), stage);
}

function* joined(names: readonly string[], other: string): Generator<string> {
  for (const name of names) {
    yield `${name}-${other}`;
    yield `${other}-${name}`;
  }
}

function* numbered(name: string): Generator<string> {
  if (/\d$/.test(name)) return;
  for (const number of ['1', '2', '3', '01', '02', '4', '03']) yield `${name}${number}`;
}
