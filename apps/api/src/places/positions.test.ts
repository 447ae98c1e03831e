import { expect, it } from 'vitest';
import { placesServer } from '../testing/places.ts';

const stated = { city: null, country: 'DE', asn: null, confirmsItself: true };

it('a place has the position that its operator states, and none that nobody has stated', async () => {
  const server = await placesServer();
  const fra = { ...stated, id: 'fra', name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
  await server.operate({ action: 'add', place: fra });
  await server.operate({
    action: 'add',
    place: { ...stated, id: 'ham', name: 'Hamburg', city: 'Hamburg', latitude: null, longitude: null },
  });
  expect(await server.read('/api/v2/places')).toMatchObject({
    places: [
      { id: 'fra', latitude: 50.11, longitude: 8.68 },
      { id: 'ham', city: 'Hamburg', latitude: null, longitude: null },
    ],
  });
  const { said } = await server.operate({ action: 'list' });
  expect(said[0]).toContain('(DE, at 50.11,8.68)');
  expect(said[1]).toContain('(Hamburg, DE)');
});
