import { expect, it } from 'vitest';
import { type BackgroundPlaces, refuseUnknownPlaces } from './background-places.ts';

const places = (reachesWorkers: boolean) =>
  ({ reachesWorkers, store: { list: async () => [{ id: 'fra' }] } }) as unknown as BackgroundPlaces;

it('watches from places are refused where the process that measures knows no agents', async () => {
  await expect(refuseUnknownPlaces(places(false), ['self', 'fra'])).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('SONDE_REDIS_URL'),
  });
  await expect(refuseUnknownPlaces(places(true), ['self', 'fra'])).resolves.toBeUndefined();
  await expect(refuseUnknownPlaces(places(true), ['ams'])).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(refuseUnknownPlaces(places(false), ['self'])).resolves.toBeUndefined();
});
