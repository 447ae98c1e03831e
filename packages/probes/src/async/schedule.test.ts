import { expect, it } from 'vitest';
import { type DeclaredStage, schedule } from './schedule.ts';

type Name = 'first' | 'half' | 'second' | 'third';
type Log = string[];
const logs = (name: Name, needs: readonly Name[]): DeclaredStage<Name, Log> => ({
  name,
  needs,
  run: (log) => log.push(name),
});

it('starts at once what needs nothing, and the rest in the order of its needs', async () => {
  const log: Log = [];
  const ends = schedule([logs('third', ['second']), logs('first', []), logs('second', ['first'])], log);
  expect(log).toEqual(['first']);
  await Promise.all(ends);
  expect(log).toEqual(['first', 'second', 'third']);
});

it('a milestone within a stage lets others start before its end', async () => {
  const log: Log = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const long: DeclaredStage<Name, Log> = {
    name: 'first',
    needs: [],
    gives: ['half'],
    run: async (_, { reach }) => {
      reach('half');
      await ended;
      log.push('first');
    },
  };
  const [first, second] = schedule([long, logs('second', ['half'])], log);
  await second;
  expect(log).toEqual(['second']);
  end();
  await first;
});

it('a milestone that a stage never reached counts as reached with its end', async () => {
  const log: Log = [];
  await Promise.all(schedule([{ ...logs('first', []), gives: ['half'] }, logs('second', ['half'])], log));
  expect(log).toEqual(['first', 'second']);
});

it('fails without having run if what it needs fails', async () => {
  const log: Log = [];
  const failing: DeclaredStage<Name, Log> = { name: 'first', needs: [], run: () => Promise.reject(new Error('no')) };
  const ends = await Promise.allSettled(schedule([failing, logs('second', ['first']), logs('third', [])], log));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(log).toEqual(['third']);
});

it('leaves out what does not apply, and decides late about further needs', async () => {
  const log: Log = [];
  const stages: DeclaredStage<Name, Log>[] = [
    { ...logs('third', ['first']), alsoNeeds: (known) => (known.includes('first') ? ['second'] : []) },
    { ...logs('half', []), when: () => false },
    logs('first', []),
    logs('second', ['first']),
  ];
  await Promise.all(schedule(stages, log));
  expect(log).toEqual(['first', 'second', 'third']);
});

it('rejects a need that no stage gives', async () => {
  const [end] = schedule([logs('second', ['first'])], []);
  await expect(end).rejects.toThrow('no stage gives first');
});
