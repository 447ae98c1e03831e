import type { NewPlace, PlacesAction } from '@sonde/service/places/new-place';
import type { CliContext } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import type { Arguments } from '../input/arguments.ts';
import { generalOptions, option } from '../input/option.ts';
import { jsonOption } from '../input/options.ts';
import type { ListedPlaces } from '../places/list-places.ts';
import { printable } from '../print/printable.ts';
import { readRemote, remoteOption, tokenOption } from '../remote/remote-options.ts';
import { defineCommand, type Read } from './command.ts';

const ACTIONS = ['add', 'list', 'confirm', 'remove'] as const;
const MAX_NAME = 100;
const COUNTRY = /^[A-Z]{2}$/;
const MAX_ASN = 4_294_967_295;

export const placesCommand = defineCommand<PlacesAction | ListedPlaces>({
  name: 'places',
  summary: 'Add, list, confirm and remove the places where agents of a server make lookups',
  words: '[add NAME | list | confirm ID | remove ID]',
  details: [
    [
      'Description:',
      [
        'Run it on the machine of the server, with the same SONDE_DATA_DIR, or DATABASE_URL and SONDE_SECRET: whoever reaches its store is its operator. The server needs SONDE_PLACES=on.',
        'add prints a code with which one agent can join within 15 minutes. Unless --yes is given, compare the key that the agent prints with that of «places list», and confirm it.',
        'With --remote, lists the places of another server, whose ids the option --from of the tools takes.',
      ],
    ],
  ],
  options: [
    {
      heading: 'Options of add:',
      options: [
        option('city', 'text', 'CITY', 'Where the agent is; shown to visitors.'),
        option('country', 'text', 'CC', 'Its country, in two letters (ISO 3166-1).'),
        option('at', 'text', 'LAT,LON', 'Its position in decimal degrees, for maps; shown to visitors.'),
        option('asn', 'number', 'NUMBER', 'The AS number of its network.'),
        option('yes', 'flag', '', 'The code alone suffices: confirm nothing.'),
      ],
    },
    {
      heading: 'Options:',
      options: [
        remoteOption('Sonde server whose places are listed; nothing is changed there.'),
        tokenOption,
        jsonOption,
        ...generalOptions,
      ],
    },
  ],
  statuses: [
    ['0', 'done'],
    ['1', 'nothing was changed; standard error says why'],
    ['64', 'wrong usage, or an invalid environment variable'],
  ],
  examples: [
    'sonde places add Frankfurt --city "Frankfurt am Main" --country DE --at 50.11,8.68',
    'sonde places confirm frankfurt',
    'sonde places --remote https://sonde.example.com',
  ],
  offered: () => ACTIONS,
  read: readPlaces,
  run: async (asked, context) => {
    if (!('server' in asked)) return runPlaces(asked, context);
    return (await import('../places/list-places.ts')).listPlaces(asked, context);
  },
});

function readPlaces({ words, values }: Arguments): Read<PlacesAction | ListedPlaces> {
  const [action, subject, ...rest] = words;
  const server = readRemote(values);
  const isJson = values.get('json') === 'true';
  if (server !== null) {
    if ('problem' in server) return server;
    const isList = (action === undefined || action === 'list') && subject === undefined;
    return isList ? { asked: { server, isJson } } : { problem: '--remote only lists the places of a server.' };
  }
  if (isJson) return { problem: '--json needs --remote.' };
  if (action === 'list' && subject === undefined) return { asked: { action } };
  const isOneOf = action === 'add' || action === 'confirm' || action === 'remove';
  if (!isOneOf || subject === undefined || rest.length > 0)
    return { problem: 'places takes one of: add NAME, list, confirm ID, remove ID; or --remote.' };
  return action === 'add' ? readNew(subject, values) : { asked: { action, id: subject } };
}

function readNew(name: string, values: Arguments['values']): Read<PlacesAction> {
  const [city, country, number] = ['city', 'country', 'asn'].map((one) => values.get(one) ?? null);
  const asn = number == null ? null : Number(number);
  if (name.trim() === '' || name.length > MAX_NAME) return { problem: `A name has up to ${MAX_NAME} characters.` };
  if (country != null && !COUNTRY.test(country)) return { problem: '--country takes two capital letters, such as DE.' };
  if (asn !== null && !(Number.isInteger(asn) && asn > 0 && asn <= MAX_ASN))
    return { problem: '--asn takes a number from 1 to 4294967295.' };
  const position = readPosition(values.get('at'));
  if (position === null)
    return { problem: '--at takes a latitude from -90 to 90 and a longitude from -180 to 180, such as 50.11,8.68.' };
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const place = { id, name, city: city ?? null, country: country ?? null, asn, ...position };
  return { asked: { action: 'add', place: { ...place, confirmsItself: values.get('yes') === 'true' } } };
}

const POSITION = /^(-?\d{1,2}(?:\.\d{1,6})?),\s?(-?\d{1,3}(?:\.\d{1,6})?)$/;

/** `50.11,8.68`; nulls if no position is given, null if it is none. */
function readPosition(text: string | undefined): Pick<NewPlace, 'latitude' | 'longitude'> | null {
  if (text === undefined) return { latitude: null, longitude: null };
  const [, latitude, longitude] = (POSITION.exec(text) ?? []).map(Number);
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

async function runPlaces(asked: PlacesAction, { env, openPlaces, out, err }: CliContext): Promise<number> {
  const run = await openPlaces();
  if (run === null) {
    err('sonde: The server is not built yet: run npm run build.');
    return EXIT.failure;
  }
  const { status, said } = await run(asked, env);
  for (const line of said) {
    if (status === 'done') out(printable(line));
    else err(`sonde: ${printable(line)}`);
  }
  return { done: EXIT.answer, refused: EXIT.failure, misconfigured: EXIT.usage }[status];
}
