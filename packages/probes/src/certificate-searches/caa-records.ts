import { nameAndParents } from '@sonde/contract/targets/domain';
import { type CaaOf, type CaaProperty, caaProperty } from '@sonde/contract/watch/certificates/caa';
import { type Net, NetFailure } from '../net/net.ts';
import { characterStrings } from '../protocols/dns-message/character-strings.ts';
import { rcodes } from '../protocols/dns-message/header.ts';
import { typeNumber } from '../protocols/dns-message/record-types.ts';

const CAA = typeNumber('CAA');
/** The most names whose records are looked for. */
const MAX_NAMES = 20;

/**
 * The CAA properties that decide for each of these names: those of the nearest name upwards that has records (RFC 8659 section
 * 3). Null for a name whose records could not be read, and for names beyond the limit.
 * @throws the signal's reason
 */
export async function caaRecords(names: readonly string[], net: Pick<Net, 'ask'>, signal: AbortSignal): Promise<CaaOf> {
  const asked = new Map<string, Promise<Records | null>>();
  const at = (name: string) => {
    const known = asked.get(name) ?? recordsAt(name, net, signal);
    asked.set(name, known);
    return known;
  };
  const found = await Promise.all(
    names.slice(0, MAX_NAMES).map(async (name) => [name, await nearest(name.replace(/^\*\./, ''), at)] as const),
  );
  signal.throwIfAborted();
  return new Map(found);
}

/** The CAA records of one name: also those with other properties end the way upwards. */
interface Records {
  readonly isEmpty: boolean;
  readonly properties: readonly CaaProperty[];
}

const none: Records = { isEmpty: true, properties: [] };

async function nearest(
  name: string,
  at: (name: string) => Promise<Records | null>,
): Promise<readonly CaaProperty[] | null> {
  for (const one of nameAndParents(name)) {
    const records = await at(one);
    if (records === null) return null;
    if (!records.isEmpty) return records.properties;
  }
  return [];
}

/** Null if they could not be read. */
async function recordsAt(name: string, net: Pick<Net, 'ask'>, signal: AbortSignal): Promise<Records | null> {
  try {
    const { message } = await net.ask({ name, type: CAA }, signal);
    if (message.rcode === rcodes.nxDomain) return none;
    if (message.rcode !== rcodes.noError) return null;
    const records = message.answers.filter(({ type }) => type === CAA);
    const properties = records.flatMap(
      ({ fields: [, tag = '', value = ''] }) => caaProperty(tag, characterStrings(value).join('')) ?? [],
    );
    return { isEmpty: records.length === 0, properties };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure) return error.reason === 'nxdomain' ? none : null;
    throw error;
  }
}
