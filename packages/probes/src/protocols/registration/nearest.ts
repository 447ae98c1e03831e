import type { Enclosing, MeasuredRegistration } from './facts.ts';
import type { SourcedFacts } from './merge.ts';
import { compareSize, covers, isSameRange, type NumberRange, parseRange } from './number-range.ts';

type PartOf = MeasuredRegistration['partOf'];

interface Nearest {
  /** The answers about the most specific network or AS, in the given order. */
  readonly answers: readonly SourcedFacts[];
  readonly partOf: PartOf;
}

/**
 * Answers to one query may describe different resources: a regional registry describes the whole block, a national or
 * customer's registry a part of it. The most specific one is the registration. It takes no values from the others, which
 * are listed as enclosing resources. Answers whose range cannot be read count only if there are no others.
 */
export function nearestAnswers(all: readonly SourcedFacts[]): Nearest {
  const ranged = all.flatMap((answer) => {
    const range = parseRange(answer.facts.range ?? '');
    return range === null ? [] : [{ answer, range }];
  });
  const smallest = [...ranged].sort((a, b) => compareSize(a.range, b.range))[0]?.range;
  if (smallest === undefined) return { answers: all, partOf: [] };
  const answers = ranged.flatMap(({ answer, range }) => (isSameRange(range, smallest) ? [answer] : []));
  const wider = all.flatMap(({ server, facts }) =>
    [...facts.partOf, asEnclosing(facts)].flatMap((one) => (one === null ? [] : [{ ...one, server }])),
  );
  return { answers, partOf: around(wider, smallest) };
}

function asEnclosing(facts: SourcedFacts['facts']): Enclosing | null {
  const { range, handle, label, country, created, updated, abuse, contacts } = facts;
  if (range === null) return null;
  const holder = contacts.find(({ role }) => role === 'registrant');
  const name = holder?.organization ?? holder?.name ?? null;
  return { range, handle, label, holder: name, country, created, updated, abuse };
}

/** The resources that contain the range, the smallest first, each range once, from the first server that lists it. */
function around(wider: PartOf, inner: NumberRange): PartOf {
  const known: NumberRange[] = [inner];
  const found = wider.flatMap((one) => {
    const range = parseRange(one.range);
    const isNew = range !== null && covers(range, inner) && !known.some((other) => isSameRange(other, range));
    if (!isNew) return [];
    known.push(range);
    return [{ one, range }];
  });
  return found.sort((a, b) => compareSize(a.range, b.range)).map(({ one }) => one);
}
