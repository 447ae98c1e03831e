import { type Fact, type Facts, type FactValue, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { delegation } from './contract.ts';

type Answer = Unjudged<typeof delegation>;
type Zone = Answer['zones'][number];
type Server = Answer['servers'][number];

/**
 * What the parent and the servers of the zone say, and whether the chain of trust holds; without serial numbers, signature
 * dates and times. For the zones above, only their verdict. Empty if something on the way intercepted the queries.
 */
export function delegationFacts({ zone, verdict, zones, servers, details, gaps }: Answer): Facts {
  if (gaps.some(({ part }) => part === 'intercepted')) return new Map();
  const target = zones.find(({ name }) => name === zone);
  const own = servers.filter((server) => server.zone === zone);
  return factsFrom([
    ['zone', zone],
    ['verdict', verdict === 'not-determinable' ? undefined : verdict],
    ...zones.map(({ name, status }): Fact => [`zones/${name}`, status === 'not-determinable' ? undefined : status]),
    ...(target === undefined ? [] : zoneFacts(target, own)),
    ...own.flatMap(serverFacts),
    ...details.nsHosts.flatMap(({ name, addresses, glue }): Fact[] => [
      [`hosts/${name}/addresses`, addresses.length === 0 ? undefined : setOf(addresses)],
      [`hosts/${name}/glue`, setOf(glue)],
    ]),
    ['primary', details.soa?.mname],
    ['times', timesOf(details.soa)],
    ['nsec3', details.nsec3 === null ? undefined : `${details.nsec3.iterations} ${details.nsec3.saltOctets}`],
  ]);
}

function zoneFacts({ ns, ownNs, ds, dsDenial, keys }: Zone, servers: readonly Server[]): Fact[] {
  const hasSpoken = servers.some(({ authoritative }) => authoritative === true);
  // Without a DS record, and without proof that there is none, the parent's statement is unknown.
  const isDsKnown = ds.length > 0 || dsDenial !== null;
  const dsTexts = ds.map(
    ({ keyTag, algorithm, digestType, digest }) => `${keyTag} ${algorithm} ${digestType} ${digest}`,
  );
  const ofAnswering = <Value extends FactValue>(value: Value) => (hasSpoken ? value : undefined);
  return [
    ['nameServers', setOf(ns)],
    ['ownNameServers', ofAnswering(setOf(ownNs))],
    ['ds', isDsKnown ? setOf(dsTexts) : undefined],
    ['keys', ofAnswering(setOf(keys.map(({ keyTag, algorithm, flags }) => `${keyTag} ${algorithm} ${flags}`)))],
  ];
}

function serverFacts({ name, address, answered, authoritative, tcp, edns, recursion, transfer }: Server): Fact[] {
  const path = `servers/${name} ${address}`;
  const answers = authoritative === null ? 'other' : authoritative ? 'with authority' : 'without authority';
  const facts: readonly (readonly [string, FactValue])[] = [
    ['answers', answered === null ? null : answered ? answers : 'none'],
    ['tcp', tcp],
    ['edns', edns],
    ['recursion', recursion],
    ['transfer', transfer],
  ];
  return facts.map(([name, value]): Fact => [`${path}/${name}`, value ?? undefined]);
}

function timesOf(soa: Answer['details']['soa']): string | undefined {
  return soa === null ? undefined : [soa.refresh, soa.retry, soa.expire, soa.minimum].join(' ');
}
