import { expect, it } from 'vitest';
import { benches, runBriefly } from './run-benches.ts';

it('every bench still runs, and reports its conditions, targets and lines', async () => {
  expect(await runBriefly(benches)).toEqual({ code: 0, errors: '', ran: benches });
}, 900_000);
