import { type Fact, type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { whois } from './contract.ts';

/**
 * A registration as the registry has it. Dates are compared by the day, since RDAP and WHOIS differ in precision. If a
 * server did not answer, nothing is reported as missing, because the others may say less.
 */
export function whoisFacts({ registration, gaps }: Unjudged<typeof whois>): Facts {
  const { registrar, status, nameServers, ds, dnssec, contacts, abuse } = registration;
  const isComplete = gaps.length === 0;
  const text = (value: string | null | undefined) => value ?? (isComplete ? null : undefined);
  const set = (members: readonly string[]) => (members.length > 0 || isComplete ? setOf(members) : undefined);
  const day = (value: string | null) => text(value?.slice(0, 10));
  const holder = contacts.find(({ role }) => role.toLowerCase() === 'registrant');
  const facts: Fact[] = [
    ['registrar', text(registrar?.ianaId ?? registrar?.name)],
    ['created', day(registration.created)],
    ['updated', day(registration.updated)],
    ['expires', day(registration.expires)],
    ['registrarExpires', day(registration.registrarExpires)],
    ['status', set(status.map(({ code }) => code))],
    ['nameServers', set(nameServers.map(({ name }) => name.toLowerCase()))],
    ['dnssec', dnssec ?? undefined],
    ['ds', set(ds)],
    ['holder', text(holder?.organization ?? holder?.name)],
    ['abuse', text(abuse?.email ?? abuse?.phone)],
    ['handle', text(registration.handle)],
    ['label', text(registration.label)],
    ['range', text(registration.range)],
    ['country', text(registration.country)],
    ['partOf', set(registration.partOf.map(({ range }) => range))],
  ];
  return factsFrom([['name', registration.name], ['state', registration.state ?? undefined], ...facts]);
}
