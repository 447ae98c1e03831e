import type { MtaStsPart } from '@sonde/contract';
import { type Net, NetFailure } from '../../../net/net.ts';
import { allowsName, isStsRecord, parseStsPolicy, parseStsRecord } from '../../../protocols/mail-text/mta-sts/parse.ts';
import type { MailDns } from '../dns.ts';
import { fetchFailure } from './fetch-failure.ts';
import { fetchTwice } from './fetch-twice.ts';

/** Senders need not read more (RFC 8461 section 3.2). */
const MAX_POLICY_BYTES = 64 * 1024;

const nothing: MtaStsPart = {
  record: null,
  records: [],
  id: null,
  mode: null,
  policyUrl: null,
  policyText: null,
  status: null,
  mediaType: null,
  failure: null,
  maxAgeSeconds: null,
  patterns: [],
  unmatched: [],
  problems: [],
};

/**
 * The record and the policy, fetched the way senders do (RFC 8461 section 3.3): certificate verified, no redirects.
 * @throws NetFailure when the name servers do not answer whether there is a record
 */
export async function mtaStsPart(dns: MailDns, net: Net, domain: string, signal: AbortSignal): Promise<MtaStsPart> {
  const [looked, mx] = await Promise.all([dns.texts(`_mta-sts.${domain}`), dns.ask(domain, 'MX')]);
  if (looked.state === 'failed') throw new NetFailure(looked.reason ?? 'servfail', `_mta-sts.${domain}`);
  const records = looked.texts.filter(isStsRecord);
  const [record] = records;
  if (record === undefined || records.length > 1) return { ...nothing, records };
  const { id, problems } = parseStsRecord(record);
  const policyUrl = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const base = { ...nothing, record, records, id, policyUrl, problems: [...problems] };
  const fetched = await fetchPolicy(net, policyUrl, signal);
  if ('failure' in fetched) return { ...base, ...fetched };
  const policy = parseStsPolicy(fetched.policyText);
  const hosts = mx.records.map(({ fields: [, host = ''] }) => host.toLowerCase()).filter((host) => host !== '.');
  return {
    ...base,
    ...fetched,
    mode: policy.mode,
    maxAgeSeconds: policy.maxAgeSeconds,
    patterns: [...policy.patterns],
    unmatched: hosts.filter((host) => !policy.patterns.some((pattern) => allowsName(pattern, host))).sort(),
    problems: [...problems, ...policy.problems],
  };
}

type Fetched =
  | { readonly failure: string; readonly status: number | null; readonly mediaType: string | null }
  | { readonly policyText: string; readonly status: number; readonly mediaType: string | null };

async function fetchPolicy(net: Net, url: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const limits = { maxBytes: MAX_POLICY_BYTES, maxRedirects: 0 };
    const { status, headers, body } = await fetchTwice(net, url, limits, signal);
    const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;
    if (status !== 200) return { failure: 'status', status, mediaType };
    return { policyText: Buffer.from(body).toString('latin1'), status, mediaType };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetFailure) return { failure: fetchFailure(error), status: null, mediaType: null };
    throw error;
  }
}
