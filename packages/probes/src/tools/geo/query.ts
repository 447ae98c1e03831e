import { type GeoQueryResult, ToolError } from '@sonde/contract';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { type CircuitBreaker, createCircuitBreaker } from '../../async/circuit-breaker.ts';
import type { DataSlot, LocalData } from '../../data/data.ts';
import type { Net, WebResponse } from '../../net/net.ts';

const LIMITS = { timeoutMs: 3_000, maxBytes: 64 * 1024, maxRedirects: 0, accept: 'application/json' };
const TOO_MANY_REQUESTS = 429;
const FIELDS =
  'query,status,message,country,countryCode,regionName,city,zip,district,lat,lon,as,asname,isp,org,hosting,timezone,continent,continentCode';

/** Remembers failures of earlier lookups. */
const breaker: DataSlot<CircuitBreaker> = {
  open: () =>
    createCircuitBreaker({
      failuresInARow: 3,
      pauseMs: 30_000,
      symptomOf(error) {
        return error instanceof ServiceFailure && error.pauseMs !== undefined ? { pauseMs: error.pauseMs } : 'fails';
      },
      refusal: () => failed('it has failed repeatedly and is left alone'),
    }),
};

/**
 * Queries a service with the interface of ip-api about an address. A circuit breaker skips a service that keeps failing.
 * @throws ToolError `source-failed`, NetFailure, or the signal's reason.
 */
export async function askService(
  net: Net,
  data: LocalData,
  address: string,
  signal: AbortSignal,
): Promise<GeoQueryResult> {
  const call = async () => {
    const response = await net.fetch(
      { url: serviceUrl(data.geo.queryUrl, address), isOperators: true },
      LIMITS,
      signal,
    );
    if (response.status !== 200) throw failed(`it answered with status ${response.status}`, pauseOf(response));
    return readResult(response.body, address);
  };
  try {
    return await data.of(breaker).run(call, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

class ServiceFailure extends ToolError {
  readonly pauseMs: number | undefined;

  constructor(cause: string, pauseMs?: number) {
    super('source-failed', 'The geolocation service did not answer.', { cause: new Error(cause) });
    this.pauseMs = pauseMs;
  }
}

function failed(cause: string, pauseMs?: number): ServiceFailure {
  return new ServiceFailure(cause, pauseMs);
}

/** After a 429, ip-api states the seconds to wait in `X-Ttl`; other services use `Retry-After`. */
function pauseOf({ status, headers }: WebResponse): number | undefined {
  if (status !== TOO_MANY_REQUESTS) return undefined;
  const seconds = Number(headers.get('x-ttl') ?? headers.get('retry-after'));
  return seconds > 0 && seconds <= 3600 ? seconds * 1000 : 60_000;
}

/** The base URL may contain query parameters, such as a key. */
function serviceUrl(base: string, address: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/?$/, '/')}${encodeURIComponent(address)}`;
  url.searchParams.set('fields', FIELDS);
  return url.href;
}

/** The reply is untrusted input: a field of the wrong type becomes null. */
function readResult(body: Uint8Array, address: string): GeoQueryResult {
  const fields = parseObject(body);
  if (fields === null) throw failed('its answer is no JSON object');
  const text = (name: string) => asText(fields[name]);
  if (text('status') !== 'success') throw failed(`it says ${text('message') ?? text('status') ?? 'nothing'}`);
  const query = text('query') ?? '';
  // A misconfigured URL may return the location of this server instead.
  if ((toIpv4(query) ?? toIpv6(query)) !== address) throw failed('it answers for another address');
  return {
    query: address,
    status: 'success',
    country: text('country'),
    countryCode: text('countryCode'),
    regionName: text('regionName'),
    city: text('city'),
    zip: text('zip'),
    district: text('district'),
    ...position(fields['lat'], fields['lon']),
    as: text('as'),
    asname: text('asname'),
    isp: text('isp'),
    org: text('org'),
    hosting: typeof fields['hosting'] === 'boolean' ? fields['hosting'] : null,
    timezone: text('timezone'),
    continent: text('continent'),
    continentCode: text('continentCode'),
  };
}

function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Both coordinates or neither, and within their ranges. */
function position(lat: unknown, lon: unknown): { lat: number | null; lon: number | null } {
  const isPlace = typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isPlace ? { lat, lon } : { lat: null, lon: null };
}
