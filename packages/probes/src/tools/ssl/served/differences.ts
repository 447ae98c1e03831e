import type { ServedAddress, ServedDifference } from '@sonde/contract';
import { type ChainsByAddress, isOfSameKey } from './chains-by-address.ts';
import { counted, listed } from './wording.ts';

/** The differences between addresses, key types and clients, as sentences. */
export function differencesIn(places: ChainsByAddress): ServedDifference[] {
  return [betweenAddresses, betweenHandshakes, withoutName, betweenVersions, withoutAnswer].flatMap((find) =>
    find(places),
  );
}

function betweenAddresses({ chains }: ChainsByAddress): ServedDifference[] {
  const met = chains.filter(({ addresses }) => addresses.length > 0);
  if (met.length < 2) return [];
  const where = met.map(({ number, addresses }) => `certificate ${number} at ${listed(addresses)}`);
  const prints = new Set(met.map(({ facts }) => facts.fields.certificateFingerprints['SHA-256']));
  const isByChain = prints.size === 1 ? ' The server certificate is the same, but the chains differ.' : '';
  return [difference('ADDRESSES', `A current client gets ${listed(where)}.${isByChain}`)];
}

function betweenHandshakes({ chains }: ChainsByAddress): ServedDifference[] {
  const [main] = chains;
  return chains
    .filter(({ isElsewhere }) => isElsewhere)
    .map((chain) => {
      const type = chain.facts.fields.key?.type;
      const get = `certificate ${chain.number}, whose key is of type ${type ?? 'unknown'}`;
      return main !== undefined && isOfSameKey(chain, main)
        ? difference(
            'SAME_KEY',
            `Some handshakes also received ${get}, depending on the protocol version or on which server answered.`,
          )
        : difference('KEY_TYPES', `Clients that do not support the key of certificate 1 get ${get}.`);
    });
}

function withoutName({ chains, rows }: ChainsByAddress): ServedDifference[] {
  if (rows.some(({ refusesWithoutName }) => refusesWithoutName === true)) {
    return [difference('NO_SERVER_NAME', 'Clients that send no server name are refused.')];
  }
  const row = rows.find(({ certificateWithoutName }) => certificateWithoutName !== null);
  const chain = chains.find(({ number }) => number === row?.certificateWithoutName);
  if (row === undefined || chain === undefined || chain.number === row.certificate) return [];
  const isForOthers = chain.facts.reasons.includes('hostname_mismatch') ? ', which is valid for other names only' : '';
  const evidence = `Clients that send no server name get certificate ${chain.number}${isForOthers}.`;
  return [difference('NO_SERVER_NAME', evidence)];
}

function betweenVersions({ rows }: ChainsByAddress): ServedDifference[] {
  const versions = [...new Set(rows.flatMap(({ protocol }) => protocol ?? []))].toSorted().toReversed();
  if (versions.length < 2) return [];
  const at = (version: string) =>
    listed(rows.filter(({ protocol }) => protocol === version).map(({ address }) => address));
  const where = versions.map((version) => `${version} at ${at(version)}`);
  return [difference('PROTOCOLS', `A current client gets ${listed(where)}.`)];
}

function withoutAnswer({ rows }: ChainsByAddress): ServedDifference[] {
  const failed = rows.filter(({ problem, isMeasured }) => problem !== null && problem !== 'not_asked' && !isMeasured);
  if (failed.length === 0) return [];
  const words = ({ address, problem }: ServedAddress) => `${address} (${problemWords[problem ?? 'unread']})`;
  const evidence = `No certificate was read at ${counted(failed.length, 'address', 'addresses')}: ${listed(failed.map(words))}.`;
  return [difference('NO_ANSWER', evidence)];
}

function difference(name: ServedDifference['name'], evidence: string): ServedDifference {
  return { name, evidence };
}

const problemWords: Readonly<Record<NonNullable<ServedAddress['problem']>, string>> = {
  'connection-refused': 'the port is closed',
  unreachable: 'unreachable',
  reset: 'closes the connection',
  timeout: 'no reply in time',
  'not-tls': 'no TLS',
  'handshake-failed': 'refuses the handshake',
  'unrecognized-name': 'does not serve this name',
  'invalid-response': 'violates the TLS protocol',
  'too-large': 'sends too much data',
  unread: 'unreadable certificate',
  limited: 'checked too often just now',
  not_asked: 'not checked',
};
