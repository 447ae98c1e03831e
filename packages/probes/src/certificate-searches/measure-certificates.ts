import { ToolError } from '@sonde/contract';
import { toDnsName } from '@sonde/contract/targets/domain';
import type { CaaOf } from '@sonde/contract/watch/certificates/caa';
import { type Issuance, namesWithin, onceEach } from '@sonde/contract/watch/certificates/issuance';
import { type WorkLimits, workLimits } from '@sonde/contract/work-limits';
import { startDeadline } from '../async/deadline.ts';
import type { LocalData } from '../data/data.ts';
import { countInStrangeZones } from '../limits/strange-zones.ts';
import type { TargetLimits } from '../limits/target-limits.ts';
import type { Net } from '../net/net.ts';
import { translateFailure } from '../run.ts';
import { attachWork, type WorkOwner } from '../work/work.ts';
import { createWorkBudget } from '../work/work-budget.ts';
import { caaRecords } from './caa-records.ts';
import { readIssuances, searchWithCursor } from './read-issuances.ts';
import { type ServedKeys, servedKeys } from './served-keys.ts';

const TIMEOUT_MS = 60_000;
const MIB = 1_048_576;
/** Five pages of the search, handshakes with ten servers, records of twenty names and those above them. */
const most: WorkLimits = workLimits({ questions: 200, connections: 60, octetsIn: 130 * MIB, decodingMs: 5_000 });
/** So many issuances are judged at once; the search is read on later. */
const MAX_OPEN = 50;

/** Where the last look at the search ended. */
export interface CertificatesQuestion {
  readonly domain: string;
  /** The host of the search that gave the cursor, and the cursor; null before the first look. */
  readonly last: { readonly search: string; readonly cursor: string | null } | null;
  /** Whether an issuance has to be judged, for which servers and CAA records are asked. */
  isOpen(issuance: Issuance): boolean;
}

/** What the search, the servers and the DNS say. */
export interface MeasuredCertificates {
  /** The host of the search. */
  readonly search: string;
  /** Each once, in the order of the search. */
  readonly issuances: readonly Issuance[];
  readonly cursor: string | null;
  readonly isComplete: boolean;
  /** Of the domain itself, and of the names in the issuances that are open. */
  readonly servedKeys: ServedKeys;
  readonly caa: CaaOf;
}

export interface CertificatesContext {
  readonly net: Net;
  readonly data: LocalData;
  readonly limits: TargetLimits;
  readonly owner: WorkOwner;
  readonly signal: AbortSignal;
}

/** Whether a search with a cursor is configured. */
export const canReadIssuances = (data: Pick<LocalData, 'names'>): boolean => searchWithCursor(data) !== null;

/**
 * Reads what is new in the search about a domain, and what the servers and the DNS say about it. A cursor of another search is
 * not used: it is then read from the beginning.
 * @throws ToolError, or the signal's reason
 */
export async function measureCertificates(
  { domain, last, isOpen }: CertificatesQuestion,
  { net, data, limits, owner, signal }: CertificatesContext,
): Promise<MeasuredCertificates> {
  const search = searchWithCursor(data);
  if (search === null) throw new ToolError('invalid-input', NO_SEARCH);
  const deadline = startDeadline({ timeoutMs: TIMEOUT_MS, what: 'certificates' }, [signal]);
  const countQuestion = countInStrangeZones(limits, { owner, target: domain });
  attachWork(deadline.signal, { owner, budget: createWorkBudget(most), countQuestion });
  const inTime = { net, limits, signal: deadline.signal };
  try {
    net.checkHost(domain);
    const open: Issuance[] = [];
    const after = last?.search === search.host ? last.cursor : null;
    const take = (issuance: Issuance) => {
      if (!isOpen(issuance)) return true;
      if (open.length >= MAX_OPEN) return false;
      open.push(issuance);
      return true;
    };
    const { entries, ...read } = await readIssuances(search.url, { domain, after, take }, inTime);
    const names = [...new Set(open.flatMap((issuance) => namesWithin(domain, issuance.names)))].filter(canBeAsked);
    const [keys, caa] = await Promise.all([
      servedKeys([...new Set([domain, ...names])], inTime),
      caaRecords(names, net, deadline.signal),
    ]);
    return { search: search.host, issuances: onceEach(entries), ...read, servedKeys: keys, caa };
  } catch (error) {
    signal.throwIfAborted();
    throw translateFailure(error, deadline.isPast);
  } finally {
    deadline.end();
  }
}

/** Certificates may have names that the DNS cannot have. */
const canBeAsked = (name: string): boolean => toDnsName(name.replace(/^\*\./, '')) === name.replace(/^\*\./, '');

/** For whoever wants certificates watched. */
export const NO_SEARCH =
  'This installation has no search of certificate logs that can be asked for what is new. Its operator can name one: SONDE_CT_URLS=certspotter=https://api.certspotter.com.';
