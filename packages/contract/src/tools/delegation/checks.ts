import type { Check } from '../../finding/check.ts';
import type { delegation } from './contract.ts';

const exists = ({ nameExists }: { readonly nameExists: boolean | null }) => nameExists !== false;

/** Of a name that does not exist, the zone above is not judged. */
const isSigned = (answer: { readonly nameExists: boolean | null; readonly verdict: string }) =>
  exists(answer) && (answer.verdict === 'secure' || answer.verdict === 'bogus');

interface Served {
  readonly servers: readonly {
    readonly zone: string;
    readonly answered: boolean | null;
    readonly authoritative: boolean | null;
    readonly udp: boolean | null;
    readonly tcp: boolean | null;
    readonly edns: boolean | null;
    readonly recursion: boolean | null;
    readonly transfer: boolean | null;
    readonly denial: string | null;
  }[];
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

/** Whether there are such servers, and this holds for each. */
function holdsForAll(answer: Served, holds: (server: Served['servers'][number]) => boolean): boolean {
  const own = ownServers(answer);
  return own.length > 0 && own.every(holds);
}

interface Hosted {
  readonly details: { readonly nsHosts: readonly { readonly problem: string | null }[] };
}

/** A name server without an address is among the findings about the delegation. */
function answeringText(answer: Served & Hosted): string {
  const count = ownServers(answer).length;
  const isLacking = answer.details.nsHosts.some(({ problem }) => problem !== null);
  return `All ${count} addresses ${isLacking ? 'that were found ' : ''}answer`;
}

const allAnswered = (answer: Served) => holdsForAll(answer, ({ answered }) => answered === true);

/** Words on what the zone contains, which only servers tell that serve it; null if none does. */
function ofServing(answer: Served, words: string): string | null {
  const own = ownServers(answer);
  const serving = own.filter(({ authoritative }) => authoritative === true);
  if (serving.length === 0) return null;
  return serving.length === own.length ? words : `${words}, at ${serving.length} of ${own.length} addresses`;
}

/** Of these, what was seen at every server: `UDP, TCP and EDNS`. */
function seenAtAll(
  answer: Served,
  last: 'and' | 'or',
  tests: readonly (readonly [words: string, holds: (server: Served['servers'][number]) => boolean])[],
): string | null {
  if (!allAnswered(answer)) return null;
  const seen = tests.filter(([, holds]) => holdsForAll(answer, holds)).map(([words]) => words);
  return seen.length === 0 ? null : seen.join(', ').replace(/, (?=[^,]*$)/, ` ${last} `);
}

/** What every server does. */
const transports = (answer: Served) =>
  seenAtAll(answer, 'and', [
    ['UDP', ({ udp }) => udp === true],
    ['TCP', ({ tcp }) => tcp === true],
    ['EDNS', ({ edns }) => edns === true],
  ]);

/** What no server does for strangers. */
function refusals(answer: Served): string | null {
  const refused = seenAtAll(answer, 'or', [
    ['open resolver', ({ recursion }) => recursion === false],
    ['transfer', ({ transfer }) => transfer === false],
  ]);
  return refused === null ? null : `No ${refused}`;
}

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
    withoutFindings: (answer) => ofServing(answer, 'Parent and zone agree'),
  },
  {
    id: 'glue',
    title: 'Glue',
    codes: ['glue-missing', 'glue-differs', 'glue-incomplete'],
    applies: exists,
    withoutFindings: (answer) => ofServing(answer, 'Matches the zone'),
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
    withoutFindings: (answer) => (allAnswered(answer) ? answeringText(answer) : null),
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
    withoutFindings: transports,
  },
  {
    id: 'exposure',
    title: 'Exposure',
    codes: ['server-open-recursion', 'server-open-transfer'],
    applies: exists,
    withoutFindings: refusals,
  },
  {
    id: 'contents',
    title: 'Zone contents',
    codes: ['serials-differ', 'primary-silent', 'primary-unnamed', 'soa-times', 'negative-ttl-long', 'apex-alias'],
    applies: exists,
    withoutFindings: (answer) => ofServing(answer, 'Serials and timers agree'),
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
    // A server whose signatures have failed proves nothing, which the check of signatures tells.
    applies: (answer) =>
      ownServers(answer).some(({ denial }) => denial !== null) &&
      !ownServers(answer).some(({ denial }) => denial === 'not-proven'),
    withoutFindings: (answer) =>
      ownServers(answer).some(({ denial }) => denial === 'proven' || denial === 'opt-out') ? 'Absence is proved' : null,
  },
];
