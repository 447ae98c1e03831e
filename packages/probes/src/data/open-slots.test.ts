import { expect, test } from 'vitest';
import type { Machine } from './data.ts';
import { openSlots } from './open-slots.ts';

test('opens a slot once, with the machine’s resources, and closes it with the machine', () => {
  const machines: Machine[] = [];
  let closed = 0;
  const slot = {
    open(machine: Machine) {
      machines.push(machine);
      machine.onClose(() => {
        closed += 1;
      });
      return { number: machines.length };
    },
  };
  const slots = openSlots({ dataFolder: '/var/lib/sonde', fetch: null, findBundled: () => null });
  expect(machines).toEqual([]);
  expect(slots.of(slot)).toBe(slots.of(slot));
  expect(slots.of(slot)).toEqual({ number: 1 });
  expect(machines).toMatchObject([{ dataFolder: '/var/lib/sonde', fetch: null }]);
  slots.close();
  slots.close();
  expect(closed).toBe(1);
});
