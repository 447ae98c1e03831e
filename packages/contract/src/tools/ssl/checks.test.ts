import { expect, it } from 'vitest';
import { sslChecks } from './checks.ts';

const clientsCheck = sslChecks.find(({ id }) => id === 'clients');
const client = (name: string, connects: boolean | null) => ({ client: name, connects });
const words = (clients: readonly object[], code: string) => clientsCheck?.summary?.({ clients } as never, code);
const [chrome, android] = [client('Chrome 1', true), client('Android 7.0, apps', true)];

it.each([
  [[chrome, android], 'browsers-connect', 'All 2, also Android 7.0'],
  [[chrome], 'browsers-connect', 'All 1'],
  [[chrome, client('Java 8', null)], 'browsers-connect', null],
  [[chrome, client('Android 7.0, apps', false)], 'old-clients-cannot-connect', 'Not Android 7.0, apps'],
  [['A', 'B', 'C', 'D'].map((name) => client(name, false)), 'browsers-cannot-connect', 'Not A; B; C; D'],
  [[chrome, client('Windows XP, Internet Explorer 8', false)], 'old-clients-cannot-connect', 'Not Windows XP, IE 8'],
  [
    [chrome, client('Windows XP, Internet Explorer 8', false), client('Android 7.0, apps', false)],
    'old-clients-cannot-connect',
    'Not Windows XP, IE 8; Android 7.0, apps',
  ],
  [
    ['Windows 7, Internet Explorer 11', 'Windows XP, Internet Explorer 8', 'Android 4.4, apps'].map((name) =>
      client(name, false),
    ),
    'old-clients-cannot-connect',
    '3 of 3 cannot connect',
  ],
  [[client('A', false)], 'http3-fails', null],
  [[], 'browsers-connect', null],
])('the check of clients names those that cannot connect (case %#)', (clients, code, said) => {
  expect(words(clients, code)).toBe(said);
});
