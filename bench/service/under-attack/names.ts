import { type Answer, type AnswerFor, nameBytes, recordOf, soaData, types } from './resolver.ts';

/** The name servers that allow transfers of endless zones; no other program listens on these addresses. */
export const transferServers = ['127.66.53.1', '127.66.53.2', '127.66.53.3', '127.66.53.4'];
const HOSTS = new Set(['www', 'mail', 'api', 'shop', 'vpn', 'ftp', 'dev', 'test']);
const VISIBLE = Buffer.from([192, 0, 2, 80]);

/**
 * The zones, each `KIND-NUMBER.test`: `good` has a few hosts and answers at once, and so do all names below `names`; for
 * `dead` only the zone itself is answered, names below it fail after a while; `given` has name servers that transfer an
 * endless zone.
 */
export const answerFor: AnswerFor = (name, type) => {
  const labels = name.split('.');
  const zone = labels.slice(-2).join('.');
  const kind = /^([a-z]+)-\d+\.test$/.exec(zone)?.[1];
  if (kind === undefined) return { rcode: 3, records: [] };
  if (labels.length === 2) return ofZone(zone, kind, type);
  if (kind === 'dead') return null;
  const host = labels.slice(0, -2).join('.');
  const server = kind === 'given' ? /^ns(\d)$/.exec(host)?.[1] : undefined;
  if (server !== undefined)
    return address(type, Buffer.from((transferServers[Number(server)] ?? '').split('.').map(Number)));
  return HOSTS.has(host) || kind === 'names' ? address(type, VISIBLE) : { rcode: 3, records: [] };
};

function ofZone(zone: string, kind: string, type: number): Answer {
  if (type === types.soa) return { rcode: 0, records: [recordOf(type, soaData(zone))] };
  if (type === types.ns) {
    const count = kind === 'given' ? transferServers.length : 1;
    const names = Array.from({ length: count }, (_, index) => nameBytes(`ns${index}.${zone}`));
    return { rcode: 0, records: names.map((one) => recordOf(type, one)) };
  }
  return address(type, VISIBLE);
}

function address(type: number, data: Buffer): Answer {
  return { rcode: 0, records: type === types.a ? [recordOf(type, data)] : [] };
}
