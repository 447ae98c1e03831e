import { sized } from '../effort.ts';
import { rounded, spreadOf } from '../report.ts';
import type { OwnCheck, OwnWeb } from './own.ts';
import { curlTimes, type Times } from './peers/curl.ts';
import { type ServedSites, urlOf } from './served-sites.ts';

const rounds = sized(9, { quick: 3, smoke: 1 });
const warmUps = sized(2, { smoke: 0 });
const names = sized(['nginx', 'apache', 'caddy', 'http'], { smoke: ['http'] });
/** By what each part may differ from that of curl: so many milliseconds, or this share of it. */
const WITHIN_MS = 2;
const WITHIN_SHARE = 0.05;

const PARTS = ['dns', 'tcp', 'tls', 'firstByte', 'total'] as const;
type Part = (typeof PARTS)[number];

/** One part of the time at one server: the best of both, which other work on the machine disturbs least. */
export interface ComparedTime {
  readonly server: string;
  readonly part: Part;
  readonly ownMs: number;
  readonly curlMs: number;
  readonly isWithin: boolean;
}

export interface TimesComparison {
  readonly compared: readonly ComparedTime[];
  readonly own: readonly (Pick<OwnCheck, 'wallMs' | 'idleMs'> & { readonly server: string })[];
  readonly rounds: number;
}

/** Both in turn, over the delay; each round begins with the other one. @param hasCurl false to measure Sonde alone */
export async function compareTimes(served: ServedSites, sonde: OwnWeb, hasCurl: boolean): Promise<TimesComparison> {
  const compared: ComparedTime[] = [];
  const own: { server: string; wallMs: number; idleMs: number }[] = [];
  for (const server of names) {
    const place = served.programs[server === 'nginx' ? 'ngtcp2' : server];
    if (place === undefined) throw new Error(`the lab has no ${server}`);
    const url = urlOf(place, place.delayedPort);
    const ofSonde: Times[] = [];
    const ofCurl: Times[] = [];
    const askSonde = async (isCounted: boolean) => {
      const check = await sonde.check(url);
      if (!isCounted) return;
      ofSonde.push(timesOf(check));
      own.push({ server, wallMs: rounded(check.wallMs), idleMs: rounded(check.idleMs) });
    };
    const askCurl = async () => {
      if (hasCurl) ofCurl.push(await curlTimes(url, served.resolver));
    };
    for (let round = -warmUps; round < rounds; round += 1) {
      const isCounted = round >= 0;
      if (!isCounted) await askSonde(false);
      else if (round % 2 === 0) await askSonde(true).then(askCurl);
      else await askCurl().then(() => askSonde(true));
    }
    if (hasCurl) compared.push(...PARTS.flatMap((part) => compareOn(server, part, ofSonde, ofCurl)));
  }
  return { compared, own, rounds };
}

function timesOf({ answer }: OwnCheck): Times {
  const timing = answer.chain[0]?.timing;
  if (timing === undefined) throw new Error('sonde: no response');
  const { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs } = timing;
  return { dns: dnsMs, tcp: tcpMs ?? 0, tls: tlsMs, firstByte: firstByteMs ?? 0, total: totalMs };
}

function compareOn(server: string, part: Part, ofSonde: readonly Times[], ofCurl: readonly Times[]): ComparedTime[] {
  const [own, peer] = [ofSonde, ofCurl].map((all) => all.flatMap((times) => times[part] ?? []));
  if (own === undefined || peer === undefined || own.length === 0 || peer.length === 0) return [];
  const [ownMs, curlMs] = [spreadOf(own).best, spreadOf(peer).best];
  const isWithin = Math.abs(ownMs - curlMs) <= Math.max(WITHIN_MS, WITHIN_SHARE * curlMs);
  return [{ server, part, ownMs, curlMs, isWithin }];
}
