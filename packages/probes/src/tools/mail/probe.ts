import { type Gap, type MailData, ToolError, type Tools } from '@sonde/contract';
import { startDeadline } from '../../async/deadline.ts';
import type { Probe, ProbeContext } from '../../probe.ts';
import { type DkimFound, dkimPart } from './dkim/dkim-part.ts';
import { dmarcPart } from './dmarc/dmarc-part.ts';
import { createMailDns, type MailDns } from './dns.ts';
import { type Exchangers, exchangersOf } from './exchangers.ts';
import { listsPart } from './lists/lists-part.ts';
import { gapOf, type PartOutcome, runPart } from './parts.ts';
import { danePart } from './servers/dane-part.ts';
import { type ServersFound, serversPart } from './servers/servers-part.ts';
import { type SpfFound, spfPart } from './spf/spf-part.ts';
import { canAlign, isParked } from './summary.ts';
import { bimiPart } from './transport/bimi-part.ts';
import { mtaStsPart } from './transport/mta-sts-part.ts';
import { tlsRptPart } from './transport/tls-rpt-part.ts';

type Context = ProbeContext<unknown>;
type Query = Parameters<Probe<Tools['mail']>>[0];

/** Milliseconds for each part; all run concurrently. */
const deadlineMs = {
  mx: 8000,
  spf: 14_000,
  dkim: 12_000,
  dmarc: 12_000,
  mtaSts: 14_000,
  tlsRpt: 8000,
  bimi: 14_000,
  servers: 21_000,
  dane: 22_000,
  lists: 12_000,
};

/**
 * Examines everything that decides whether mail for a domain is delivered, and who can send in its name.
 * @throws ToolError `not-found` for a name that does not exist; NetFailure when the name servers give no answer at all
 */
export const probeMail: Probe<Tools['mail']> = async (query, context) => {
  const { net, signal } = context;
  net.checkHost(query.domain);
  const lookup = startDeadline({ timeoutMs: 24_000, what: 'mail' }, [signal]);
  try {
    const parts = startParts(query, context, lookup.signal);
    // If one part ends the check, the others are not waited for any more.
    for (const part of Object.values(parts)) part.catch(() => {});
    return await collect(query, parts, context);
  } finally {
    lookup.cancel();
  }
};

function startParts(query: Query, { net, data, limits }: Context, signal: AbortSignal) {
  const dns: MailDns = createMailDns(net, signal);
  const { domain } = query;
  const run = <Value>(part: keyof typeof deadlineMs, work: () => Promise<Value>) =>
    runPart(`${part} of ${domain}`, deadlineMs[part], signal, work);
  const mx = run('mx', () => exchangersOf(dns, net, domain));
  const exchangers = async () => (await mx).value?.mx ?? [];
  const servers = run('servers', async (): Promise<ServersFound> => {
    const found = query.smtp ? await exchangers() : [];
    return serversPart(dns, found, { net, limits, signal });
  });
  return {
    mx,
    servers,
    dane: run('dane', async () => {
      const presented = servers.then(({ value }) => value?.presented ?? new Map());
      return danePart({ dns, net, roots: await data.roots(), signal }, domain, await exchangers(), presented);
    }),
    spf: run('spf', () => spfPart(dns, query)),
    dkim: run('dkim', () => dkimPart(dns, domain, query.selectors)),
    dmarc: run('dmarc', () => dmarcPart(dns, domain)),
    mtaSts: run('mtaSts', () => mtaStsPart(dns, net, domain, signal)),
    tlsRpt: run('tlsRpt', () => tlsRptPart(dns, domain)),
    bimi: run('bimi', () => bimiPart(dns, net, domain, signal)),
    lists: run('lists', async () => {
      const addresses = [...new Set((await exchangers()).flatMap((one) => one.addresses))];
      return listsPart(dns, data.blocklists, domain, addresses);
    }),
  };
}

type Parts = ReturnType<typeof startParts>;

/** Reports the parts in order, each as soon as it and all parts before it are ready. */
async function collect({ domain }: Query, parts: Parts, { report, signal }: ProbeContext<unknown>) {
  const gaps: Gap[] = [];
  const settle = async <Value>(part: keyof Parts, running: Promise<PartOutcome<Value>>): Promise<Value | null> => {
    const { value, failure } = await running;
    signal.throwIfAborted();
    if (failure !== null) gaps.push(gapOf(part, failure));
    return value;
  };
  const exchangers: Exchangers = (await settle('mx', parts.mx)) ?? { mx: [], mxKind: null };
  report({ part: 'mx', ...exchangers });
  const spf = spfOf(await settle('spf', parts.spf), gaps);
  report({ part: 'spf', spf });
  const dkim: DkimFound | { dkim: []; dkimSearch: null } = (await settle('dkim', parts.dkim)) ?? {
    dkim: [],
    dkimSearch: null,
  };
  report({ part: 'dkim', ...dkim });
  const policy = await settle('dmarc', parts.dmarc);
  const dmarc = policy && { ...policy, canAlign: canAlign(spf, dkim.dkimSearch) };
  report({ part: 'dmarc', dmarc });
  await refuseWhatIsNotThere(parts, dmarc);
  const mtaSts = await settle('mtaSts', parts.mtaSts);
  report({ part: 'mtaSts', mtaSts });
  const tlsRpt = await settle('tlsRpt', parts.tlsRpt);
  report({ part: 'tlsRpt', tlsRpt });
  const bimi = await settle('bimi', parts.bimi);
  report({ part: 'bimi', bimi });
  const examined = await settle('servers', parts.servers);
  gaps.push(...(examined?.gaps ?? []));
  const servers = [...(examined?.servers ?? [])];
  report({ part: 'servers', servers });
  const dane = await settle('dane', parts.dane);
  report({ part: 'dane', dane });
  const lists = (await settle('lists', parts.lists)) ?? [];
  report({ part: 'lists', lists });
  const found = { domain, ...exchangers, spf, ...dkim, dmarc, mtaSts, tlsRpt, bimi, servers, dane, lists };
  const data: MailData = { ...found, isParked: isParked(found) };
  return { data, gaps };
}

/** A tree that was too large is reported as far as it was read. */
function spfOf(found: SpfFound | null, gaps: Gap[]): MailData['spf'] {
  if (found?.isCut) gaps.push({ part: 'spf', code: 'work-limit' });
  if (found != null && found.failure !== null) gaps.push(gapOf('spf', found.failure));
  return found?.part ?? null;
}

/** Fails if the name servers give no answer at all, or the name does not exist. */
async function refuseWhatIsNotThere(parts: Parts, dmarc: MailData['dmarc']): Promise<void> {
  const [mx, spf] = await Promise.all([parts.mx, parts.spf]);
  if (mx.failure !== null && spf.failure !== null && dmarc === null) throw mx.failure;
  if (dmarc?.nameExists === false && dmarc.record === null) {
    throw new ToolError('not-found', 'This domain does not exist.', { reason: 'nxdomain' });
  }
}
