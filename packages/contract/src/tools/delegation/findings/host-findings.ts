import { zoneFirst } from '../data/zone-text.ts';
import {
  type DelegationFinding,
  finding,
  targetServers,
  type UnjudgedDelegation,
  type UnjudgedZone,
} from './subject.ts';

type Host = UnjudgedDelegation['details']['nsHosts'][number];

/** What is wrong with the name of a name server, or with its addresses. */
export function hostFindings(answer: UnjudgedDelegation, zone: UnjudgedZone, host: Host): DelegationFinding[] {
  const { name, problem } = host;
  if (problem === 'is-address') {
    const evidence = `An NS record has the address ${name} in place of a name.`;
    return [
      finding(
        'ns-name-invalid',
        'bad',
        name,
        evidence,
        'Enter the name of the server. Its address belongs in an A record.',
      ),
    ];
  }
  if (problem === 'alias') {
    return [finding('ns-alias', 'bad', name, `${name} has a CNAME record.`, 'Use the name at the end of the alias.')];
  }
  // In a zone with such a name, its servers may have it as well.
  const own = name.endsWith(`.${zone.name}`) ? name.slice(0, -zone.name.length) : name;
  const underscore = own.includes('_')
    ? [
        finding(
          'ns-name-invalid',
          'warn',
          name,
          `The name ${name} has an underscore, which the name of a host must not have.`,
          'Rename the server.',
        ),
      ]
    : [];
  return [...underscore, ...addressFindings(answer, zone, host)];
}

function addressFindings(answer: UnjudgedDelegation, zone: UnjudgedZone, host: Host): DelegationFinding[] {
  const { name, glue, ownAddresses, problem, isListed } = host;
  const isInZone = name === zone.name || name.endsWith(`.${zone.name}`);
  if (isInZone && isListed && glue.length === 0 && !answer.isPreFlight) {
    const lines = (ownAddresses ?? []).map((address) => glueLine(name, address)).join(' ');
    const evidence = `${zoneFirst(zone.parent ?? '.')} lists ${name} for ${zone.name} without an address.`;
    const fix = lines === '' ? `Add the addresses of ${name} to the delegation.` : `Add to the delegation: ${lines}`;
    return [finding('glue-missing', 'bad', name, evidence, fix)];
  }
  if (problem === 'no-address' && isInZone && answer.isPreFlight) {
    const evidence = `No address was found for ${name}, which is in the zone itself.`;
    return [finding('ns-without-address', 'warn', name, evidence, `Enter its address, too: ${name}/ADDRESS.`)];
  }
  if (problem === 'no-address') {
    const fix = 'Add an address record for it, or use another server.';
    return [finding('ns-without-address', 'bad', name, `No address was found for ${name}.`, fix)];
  }
  // Before publishing, the addresses are those that the visitor gave; the parent has none yet.
  if (ownAddresses === null || glue.length === 0 || answer.isPreFlight) return [];
  return glueFindings(answer, host, ownAddresses);
}

/** A wrong address sends resolvers elsewhere; if one is only missing, they use the others. */
function glueFindings(
  answer: UnjudgedDelegation,
  { name, glue }: Host,
  ownAddresses: readonly string[],
): DelegationFinding[] {
  const wrong = glue.filter((address) => !ownAddresses.includes(address));
  const left = ownAddresses.filter((address) => !glue.includes(address));
  if (wrong.length > 0) {
    const own = ownAddresses.length === 0 ? 'has no address for it' : `has ${ownAddresses.join(', ')}`;
    const serving = targetServers(answer).filter(({ authoritative }) => authoritative === true);
    const isServed = wrong.every((one) => serving.some(({ address }) => address === one));
    const evidence = `For ${name}, the parent gives ${glue.join(', ')}, but the zone itself ${own}.${
      isServed ? ` ${wrong.join(', ')} serves the zone, too.` : ''
    }`;
    const fix =
      ownAddresses.length === 0
        ? `Publish the addresses of ${name} in the zone.`
        : `Correct the delegation: ${ownAddresses.map((address) => glueLine(name, address)).join(' ')}`;
    return [finding('glue-differs', isServed ? 'warn' : 'bad', name, evidence, fix)];
  }
  if (left.length === 0) return [];
  const evidence = `The zone also has ${left.join(', ')} for ${name}, which the parent does not give.`;
  const fix = `Add to the delegation: ${left.map((address) => glueLine(name, address)).join(' ')}`;
  return [finding('glue-incomplete', 'note', name, evidence, fix)];
}

function glueLine(name: string, address: string): string {
  return `${name}. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`;
}
