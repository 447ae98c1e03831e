import {
  addressFamilies,
  type DataOf,
  reasons,
  type Subdomain,
  type SubdomainProgress,
  ToolError,
  type Tools,
} from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import { type Net, ZoneFailure } from '../../net/net.ts';
import type { Measured, Probe, ProbeContext } from '../../probe.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { Board } from './board.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { registrableDomainOf } from './registrable-domain.ts';
import { Search } from './search.ts';
import { certspotter } from './sources/certspotter.ts';
import { crtsh } from './sources/crtsh.ts';
import { nsecWalk } from './sources/nsec-walk.ts';
import { ownCertificate } from './sources/own-certificate.ts';
import { permutationsOf } from './sources/permutations.ts';
import { records } from './sources/records.ts';
import type { Source, SourceContext } from './sources/source.ts';
import { zoneTransfer } from './sources/zone-transfer.ts';
import { frequentWords } from './words/frequent-words.ts';
import { createZonePermits, withPermits } from './zone-permits.ts';

const SOA = typeNumber('SOA');
const NXDOMAIN = 3;
/** Then the answer is made of what is known: the contract's own deadline is the end of everything. */
const ENOUGH_MS = 18_000;
/** Permutations need the names of the others, but do not wait for a slow one. */
const PERMUTE_AFTER_MS = 9000;
const REPORT_EVERY_MS = 250;

/** Where names are known already, as opposed to guessed. */
const knowing: readonly Source[] = [crtsh, certspotter, ownCertificate, zoneTransfer, nsecWalk, records];

/**
 * The names below a domain, from all sources side by side, each name with its addresses. A source that fails is a gap
 * with its name.
 * @throws ToolError `not-found` when the domain does not exist, `busy` while another search below the same registrable
 * domain runs, `rate-limited` when nothing may be asked of its name servers now; NetFailure when no resolver answers or
 * the guard refuses.
 */
export const probeSubdomain: Probe<Tools['subdomain']> = async ({ domain }, context) => {
  const { limits, net, signal } = context;
  const zone = await zoneOf(domain, net, signal);
  const registrable = registrableDomainOf(domain, zone);
  return oneAtATime(limits.searches, registrable, async () => {
    signal.throwIfAborted();
    const target = { domain, zone: zone ?? domain };
    if (limits.zoneBudget === null) return searchBelow(target, context);
    const permits = createZonePermits(limits.zoneBudget, registrable);
    try {
      return await searchBelow(target, { ...context, net: withPermits(net, permits) });
    } finally {
      permits.close();
    }
  });
};

type Target = Pick<SourceContext, 'domain' | 'zone'>;

async function searchBelow(
  { domain, zone }: Target,
  context: ProbeContext<SubdomainProgress>,
): Promise<Measured<DataOf<Tools['subdomain']>>> {
  const { net, signal, report } = context;
  const enough = startDeadline({ timeoutMs: ENOUGH_MS, what: `the search below ${domain}` }, [signal]);
  const search = new Search({ net, domain, signal: enough.signal });
  const board = new Board(search, enough.signal);
  const news = createNews(search, board);
  const timer = setInterval(() => {
    const part = news();
    if (part !== null) report(part);
  }, REPORT_EVERY_MS);
  try {
    await runSources({ ...context, domain, zone, search, board, enough: enough.signal });
    signal.throwIfAborted();
    const subdomains = search.list();
    const failure = board.failureOf('words');
    // What could not be asked is a gap beside what was answered; that the servers of the zone are dead is known, too.
    const isAnyKnown = subdomains.length > 0 || search.answered > 0 || failure instanceof ZoneFailure;
    if (failure !== null && !isAnyKnown) throw failure;
    noteUnknown(subdomains, search, board);
    const { asked, wildcards, partialWildcards } = search;
    const data = { domain, subdomains, sources: board.states(), wildcards, partialWildcards, asked };
    return { data, gaps: board.gaps() };
  } finally {
    clearInterval(timer);
    enough.end();
  }
}

/** An empty list says that a name has no address; where that is not known it is said. */
function noteUnknown(subdomains: readonly Subdomain[], search: Search, board: Board): void {
  if (search.isUntested) board.note('wildcards', 'source-failed');
  // Then all questions ended at once, and why is told already.
  if (board.has('addresses')) return;
  for (const family of addressFamilies) {
    if (!subdomains.some(({ unknownFamilies }) => unknownFamilies.includes(family))) continue;
    const reason = search.failureOf(family) ?? 'timeout';
    board.note(`${family === 'ipv4' ? 'IPv4' : 'IPv6'} addresses`, reasons[reason].code);
  }
}

/** What has changed since the last call; null when nothing has. */
function createNews(search: Search, board: Board): () => SubdomainProgress | null {
  let told = '';
  return () => {
    const part = { subdomains: search.takeChanges(), sources: board.states(), asked: search.asked };
    const state = JSON.stringify([part.sources, part.asked]);
    if (part.subdomains.length === 0 && state === told) return null;
    told = state;
    return part;
  };
}

interface Running extends Pick<SourceContext, 'domain' | 'zone' | 'net' | 'data'> {
  readonly search: Search;
  readonly board: Board;
  readonly enough: AbortSignal;
}

async function runSources({ search, board, enough, ...around }: Running): Promise<void> {
  const known = knowing
    .filter(({ isWanted }) => isWanted?.(around.data) ?? true)
    .map(({ name, timeoutMs, find }) =>
      board.run(name, timeoutMs, (signal) =>
        find({ ...around, signal, suggest: (names) => search.suggest(names, name) }),
      ),
    );
  const words = board.run('words', ENOUGH_MS, async () => {
    const list = (await around.data.names.words().catch(unreadableList)) ?? frequentWords();
    board.noteSilent('words', await search.guess(list, 'words'));
  });
  await Promise.all([words, Promise.race([Promise.all(known), passed(PERMUTE_AFTER_MS, enough)])]);
  await board.noteFailure('addresses', search.settled());
  const permutations = board.run('permutations', ENOUGH_MS, async () => {
    board.noteSilent('permutations', await search.guess(permutationsOf(search.existing), 'permutations'));
  });
  await Promise.all([permutations, ...known]);
  await board.noteFailure('addresses', search.settled());
  if (search.hasTooMany) board.note('more names', 'protocol');
}

function unreadableList(cause: unknown): never {
  throw new ToolError('source-failed', 'The list of words cannot be read.', { cause });
}

/** The zone that the domain is in, by its SOA record (RFC 2308 section 3); null where there is none above it or of it. */
async function zoneOf(domain: string, net: Net, signal: AbortSignal): Promise<string | null> {
  const { message } = await net.ask({ name: domain, type: SOA }, signal);
  if (message.rcode === NXDOMAIN && message.answers.length === 0) {
    throw new ToolError('not-found', 'This domain does not exist.', { reason: 'nxdomain' });
  }
  const owners = [...message.answers, ...message.authorities].flatMap(({ type, name }) => (type === SOA ? name : []));
  const zone = owners[0]?.toLowerCase();
  return zone !== undefined && `.${domain}`.endsWith(`.${zone}`) ? zone : null;
}

/** Resolves after that time, or when the signal fires. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
