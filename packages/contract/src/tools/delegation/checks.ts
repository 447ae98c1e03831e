import type { Check } from '../../finding/check.ts';
import type { delegation } from './contract.ts';

const exists = ({ nameExists }: { readonly nameExists: boolean | null }) => nameExists !== false;

/** Of a name that does not exist, the zone above is not judged. */
const isSigned = (answer: { readonly nameExists: boolean | null; readonly verdict: string }) =>
  exists(answer) && (answer.verdict === 'secure' || answer.verdict === 'bogus');

interface Served {
  readonly servers: readonly { readonly zone: string; readonly answered: boolean | null }[];
  readonly zone: string;
}

interface Signed {
  readonly zones: readonly {
    readonly name: string;
    readonly signatures: readonly { readonly covers: string; readonly state: string }[];
  }[];
  readonly zone: string;
}

/** The servers of the zone that was looked up. */
const ownServers = ({ servers, zone }: Served) => servers.filter((server) => server.zone === zone);
const allAnswered = (answer: Served) => {
  const own = ownServers(answer);
  return own.length > 0 && own.every(({ answered }) => answered === true);
};

/** Names what was judged: the other records of the zone were not. */
function validText({ zones, zone }: Signed): string | null {
  const signatures = zones.filter(({ name }) => name === zone).flatMap((one) => one.signatures);
  const covered = signatures.filter(({ state }) => state === 'valid').map(({ covers }) => covers);
  return covered.length === 0 ? null : `Valid over ${[...new Set(covered)].join(', ')}`;
}

export const delegationChecks: readonly Check<typeof delegation>[] = [
  {
    id: 'name',
    title: 'Name',
    codes: ['name-missing'],
    worse: { 'name-missing': 'broken' },
    withoutFindings: ({ nameExists }) => (nameExists === true ? 'The name exists' : null),
    applies: ({ nameExists }) => nameExists !== null,
  },
  {
    id: 'delegation',
    title: 'Delegation',
    codes: [
      'delegation-missing',
      'ns-differ-from-parent',
      'ns-differ-among-servers',
      'ns-alias',
      'ns-without-address',
      'ns-name-invalid',
      'delegation-ttl-long',
    ],
    applies: exists,
    withoutFindings: (answer) => (allAnswered(answer) ? 'Parent and zone agree' : null),
  },
  {
    id: 'glue',
    title: 'Glue',
    codes: ['glue-missing', 'glue-differs', 'glue-incomplete'],
    applies: exists,
    withoutFindings: (answer) => (allAnswered(answer) ? 'Matches the zone' : null),
  },
  {
    id: 'servers',
    title: 'Servers',
    codes: [
      'zone-unserved',
      'server-silent',
      'server-refuses',
      'server-not-authoritative',
      'server-special-use',
      'one-name-server',
      'servers-share-address',
      'one-network',
      'servers-without-ipv4',
    ],
    applies: exists,
    withoutFindings: (answer) => (allAnswered(answer) ? `All ${ownServers(answer).length} addresses answer` : null),
  },
  {
    id: 'transport',
    title: 'Transport',
    codes: [
      'server-without-tcp',
      'server-without-udp',
      'server-without-edns',
      'server-without-edns-options',
      'server-loses-large-answers',
    ],
    applies: exists,
    withoutFindings: (answer) => (allAnswered(answer) ? 'UDP, TCP and EDNS' : null),
  },
  {
    id: 'exposure',
    title: 'Exposure',
    codes: ['server-open-recursion', 'server-open-transfer'],
    applies: exists,
    withoutFindings: (answer) => (allAnswered(answer) ? 'No open resolver or transfer' : null),
  },
  {
    id: 'contents',
    title: 'Zone contents',
    codes: ['serials-differ', 'primary-silent', 'primary-unnamed', 'soa-times', 'negative-ttl-long', 'apex-alias'],
    applies: exists,
    withoutFindings: (answer) => (allAnswered(answer) ? 'Serials and timers agree' : null),
  },
  {
    id: 'chain',
    title: 'DNSSEC chain',
    codes: [
      'chain-valid',
      'chain-broken',
      'chain-unknown',
      'keys-unreadable',
      'zone-unsigned',
      'parent-unsigned',
      'ds-missing',
      'ds-without-key',
      'ds-digest-differs',
      'ds-unsupported',
      'ds-digest-weak',
      'ds-key-without-sep',
      'ds-key-unusable',
      'cds-differs',
    ],
    applies: exists,
    withoutFindings: () => null,
  },
  {
    id: 'signatures',
    title: 'Signatures',
    codes: [
      'signature-expired',
      'signature-not-yet-valid',
      'signature-wrong',
      'signature-ends-soon',
      'signatures-missing',
      'algorithm-incomplete',
      'algorithm-weak',
      'keys-differ',
      'key-short',
    ],
    applies: isSigned,
    withoutFindings: (answer) => (answer.verdict === 'secure' ? validText(answer) : null),
  },
  {
    id: 'denial',
    title: 'Denial of existence',
    codes: ['denial-unproven', 'nsec3-iterations', 'nsec3-salt'],
    applies: ({ servers, zone }) => servers.some((server) => server.zone === zone && server.denial !== null),
    withoutFindings: (answer) =>
      answer.servers.some(({ zone, denial }) => zone === answer.zone && (denial === 'proven' || denial === 'opt-out'))
        ? 'Absence is proved'
        : null,
  },
];
