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
import { sleep } from '../../async/sleep.ts';
import { type Net, ZoneFailure } from '../../net/net.ts';
import type { Measured, Probe, ProbeContext } from '../../probe.ts';
import { rcodes } from '../../protocols/dns-message/header.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { withCount } from '../../work/counted-questions.ts';
import { clientsOf } from '../../work/work.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { registrableDomainOf } from './registrable-domain.ts';
import { Search } from './search.ts';
import { SourceProgress } from './source-progress.ts';
import { certspotter } from './sources/certspotter.ts';
import { crtsh } from './sources/crtsh.ts';
import { nsecWalk } from './sources/nsec-walk.ts';
import { ownCertificate } from './sources/own-certificate.ts';
import { permutationsOf } from './sources/permutations.ts';
import { records } from './sources/records.ts';
import type { Source, SourceContext } from './sources/source.ts';
import { zoneTransfer } from './sources/zone-transfer.ts';
import { frequentWords } from './words/frequent-words.ts';
import { countByPermits, createZonePermits, takeFirstQuestion, withPermits } from './zone-permits.ts';

const SOA = typeNumber('SOA');
/** Milliseconds after which the answer is composed from what is known, before the deadline of the contract ends the lookup. */
const ENOUGH_MS = 18_000;
/** The same for a search that had to wait for its turn. */
const LAST_MS = 21_000;
/** Permutations are made of names from other sources, but do not wait for a slow one. */
const PERMUTE_AFTER_MS = 9000;
const REPORT_EVERY_MS = 250;
/** At the beginning news are looked for more often. The first names are reported at once: a visitor waits for them. */
const FIRST_REPORT_EVERY_MS = 25;
const EARLY_REPORT_EVERY_MS = 100;
const FIRST_REPORTS_MS = 1000;

/** Sources that read names from data instead of guessing them. */
const informed: readonly Source[] = [crtsh, certspotter, ownCertificate, zoneTransfer, nsecWalk, records];

/**
 * The names below a domain, from all sources concurrently, each with its addresses. A source that fails is a gap with its
 * name.
 * @throws ToolError `not-found` when the domain does not exist, `busy` when other searches below the same registrable domain
 * take too long, `rate-limited` when the budget of its name servers is used up; NetFailure when no resolver answers or the
 * guard refuses
 */
export const probeSubdomain: Probe<Tools['subdomain']> = async ({ domain }, context) => {
  const { limits, net, signal } = context;
  const clients = () => clientsOf(signal);
  if (limits.zoneBudget !== null)
    await takeFirstQuestion(limits.zoneBudget, registrableDomainOf(domain, null), clients());
  const zone = await zoneOf(domain, net, signal);
  const registrable = registrableDomainOf(domain, zone);
  const askedAtMs = performance.now();
  return oneAtATime(limits.searches, registrable, context, async () => {
    const enoughMs = Math.min(ENOUGH_MS, LAST_MS - (performance.now() - askedAtMs));
    const target = { domain, zone: zone ?? domain, enoughMs };
    if (limits.zoneBudget === null) return searchBelow(target, context);
    const permits = createZonePermits(limits.zoneBudget, registrable, clients);
    const counted = withCount(signal, (others) => countByPermits(permits, registrable, others));
    try {
      return await searchBelow(target, { ...context, net: withPermits(net, permits), signal: counted.signal });
    } finally {
      permits.close();
      counted.release();
    }
  });
};

type SearchedDomain = Pick<SourceContext, 'domain' | 'zone'> & { readonly enoughMs: number };

async function searchBelow(
  { domain, zone, enoughMs }: SearchedDomain,
  context: ProbeContext<SubdomainProgress>,
): Promise<Measured<DataOf<Tools['subdomain']>>> {
  const { net, signal, report } = context;
  const enough = startDeadline({ timeoutMs: enoughMs, what: `the search below ${domain}` }, [signal]);
  const search = new Search({ net, domain, signal: enough.signal, onListed: () => reports.noteName() });
  const progress = new SourceProgress(search, enough.signal);
  const reports = startReports(createUpdates(search, progress), report);
  try {
    await runSources({ ...context, domain, zone, search, progress, enough: enough.signal });
    signal.throwIfAborted();
    const subdomains = search.list();
    const failure = progress.failureOf('words');
    // Beside other results, a failure is only a gap; that the zone's name servers are dead is a result, too.
    const isAnyKnown = subdomains.length > 0 || search.answered > 0 || failure instanceof ZoneFailure;
    if (failure !== null && !isAnyKnown) throw failure;
    noteUnknown(subdomains, search, progress);
    const { asked, wildcards, partialWildcards } = search;
    const data = { domain, subdomains, sources: progress.states(), wildcards, partialWildcards, asked };
    return { data, gaps: progress.gaps() };
  } finally {
    reports.stop();
    enough.end();
  }
}

/** An empty list of addresses means that there are none; a gap tells where that is unknown. */
function noteUnknown(subdomains: readonly Subdomain[], search: Search, progress: SourceProgress): void {
  if (search.isUntested) progress.note('wildcards', 'source-failed');
  // All queries have ended early, and this gap already gives the reason.
  if (progress.has('addresses')) return;
  for (const family of addressFamilies) {
    if (!subdomains.some(({ unknownFamilies }) => unknownFamilies.includes(family))) continue;
    const reason = search.failureOf(family) ?? 'timeout';
    progress.note(`${family === 'ipv4' ? 'IPv4' : 'IPv6'} addresses`, reasons[reason].code);
  }
}

/** The changes since the last call; null if there are none. */
function createUpdates(search: Search, progress: SourceProgress): () => SubdomainProgress | null {
  let reported = '';
  return () => {
    const part = { subdomains: search.takeChanges(), sources: progress.states(), asked: search.asked };
    const state = JSON.stringify([part.sources, part.asked]);
    if (part.subdomains.length === 0 && state === reported) return null;
    reported = state;
    return part;
  };
}

interface Reports {
  /** There is a name to report. */
  noteName(): void;
  stop(): void;
}

/** Reports what is new from time to time, and the first names as soon as there are any. */
function startReports(takeUpdate: () => SubdomainProgress | null, report: (part: SubdomainProgress) => void): Reports {
  const quickUntilMs = performance.now() + FIRST_REPORTS_MS;
  let hasNames = false;
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const firstMs = hasNames ? EARLY_REPORT_EVERY_MS : FIRST_REPORT_EVERY_MS;
    timer = setTimeout(tell, performance.now() < quickUntilMs ? firstMs : REPORT_EVERY_MS);
  };
  const tell = () => {
    const part = takeUpdate();
    if (part !== null) report(part);
    wait();
  };
  wait();
  return {
    noteName: () => {
      if (hasNames || isStopped) return;
      hasNames = true;
      clearTimeout(timer);
      // Together with the others of the same reply.
      timer = setTimeout(tell, 0);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

interface RunningSearch extends Pick<SourceContext, 'domain' | 'zone' | 'net' | 'data' | 'limits'> {
  readonly search: Search;
  readonly progress: SourceProgress;
  readonly enough: AbortSignal;
}

async function runSources({ search, progress, enough, ...context }: RunningSearch): Promise<void> {
  const known = informed
    .filter(({ isEnabled }) => isEnabled?.(context.data) ?? true)
    .map(({ name, timeoutMs, find }) =>
      progress.run(name, timeoutMs, (signal) =>
        find({ ...context, signal, suggest: (names) => search.suggest(names, name) }),
      ),
    );
  const words = progress.run('words', ENOUGH_MS, async () => {
    const list = (await context.data.names.words().catch(unreadableList)) ?? frequentWords();
    progress.noteSilent('words', await search.guess(list, 'words'));
  });
  await Promise.all([words, Promise.race([Promise.all(known), sleep(PERMUTE_AFTER_MS, enough).catch(() => {})])]);
  await progress.noteFailure('addresses', search.settled());
  const permutations = progress.run('permutations', ENOUGH_MS, async () => {
    progress.noteSilent('permutations', await search.guess(permutationsOf(search.existing), 'permutations'));
  });
  await Promise.all([permutations, ...known]);
  await progress.noteFailure('addresses', search.settled());
  if (search.hasTooMany) progress.note('more names', 'protocol');
}

function unreadableList(cause: unknown): never {
  throw new ToolError('source-failed', 'The word list cannot be read.', { cause });
}

/** The zone that contains the domain, by the SOA record of the reply (RFC 2308 section 3); null if there is none. */
async function zoneOf(domain: string, net: Net, signal: AbortSignal): Promise<string | null> {
  const { message } = await net.ask({ name: domain, type: SOA }, signal);
  if (message.rcode === rcodes.nxDomain && message.answers.length === 0) {
    throw new ToolError('not-found', 'This domain does not exist.', { reason: 'nxdomain' });
  }
  const owners = [...message.answers, ...message.authorities].flatMap(({ type, name }) => (type === SOA ? name : []));
  const zone = owners[0]?.toLowerCase();
  return zone !== undefined && `.${domain}`.endsWith(`.${zone}`) ? zone : null;
}
