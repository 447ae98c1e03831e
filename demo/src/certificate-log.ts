import { createHash, X509Certificate } from 'node:crypto';
import { type MaliciousWebServer, reply, startMaliciousWebServer } from '@sonde/lab';
import type { Authority } from './certificates.ts';

/** Names for which certificates were issued; the last two no longer exist. */
const logged: Readonly<Record<string, readonly string[]>> = {
  'shop.test': ['shop.test', 'www.shop.test', 'api.shop.test', 'old-checkout.shop.test', 'christmas-2019.shop.test'],
};

/** The domain for which somebody has a certificate issued each minute. */
const STRANGE = 'changing.test';
const MINUTE_MS = 60_000;

/**
 * Searches of certificate logs with the interfaces of crt.sh (`/?q=%.DOMAIN&output=json`) and of Cert Spotter
 * (`/v1/issuances?domain=DOMAIN&after=ID`), which has a certificate of `stranger` for changing.test more each minute.
 */
export function startCertificateLog(stranger: Authority): Promise<MaliciousWebServer> {
  const issuances = strangersIssuances(stranger);
  return startMaliciousWebServer(async (socket, { target }) => {
    const { pathname, searchParams } = new URL(target, 'http://log.test');
    const found =
      pathname === '/v1/issuances'
        ? await issuances(searchParams.get('domain') ?? '', searchParams.get('after'))
        : namesOf(searchParams.get('q')?.replace(/^%\./, '') ?? '');
    reply(socket, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(found) });
  });
}

const namesOf = (domain: string): object[] =>
  (logged[domain] ?? []).map((name, id) => ({ id, common_name: name, name_value: name }));

/** Whoever asks makes the certificate of the present minute; those of minutes in which nobody asked do not exist. */
function strangersIssuances(stranger: Authority, now: () => number = Date.now) {
  const entries: { readonly id: string; readonly minute: number; readonly issuance: Promise<object> }[] = [];
  return async (domain: string, after: string | null): Promise<object[]> => {
    if (domain !== STRANGE) return [];
    const minute = Math.floor(now() / MINUTE_MS);
    const latest = entries.at(-1)?.minute ?? 0;
    if (minute > latest) {
      const id = String(minute);
      entries.push({ id, minute, issuance: issued(stranger, id) });
    }
    const behind = entries.findIndex(({ id }) => id === after) + 1;
    return Promise.all(entries.slice(behind).map(({ issuance }) => issuance));
  };
}

async function issued(stranger: Authority, id: string): Promise<object> {
  const { chain } = await stranger.issue(STRANGE, { validDays: [0, 90], names: [STRANGE, `login.${STRANGE}`] });
  const { raw } = new X509Certificate(chain);
  return {
    id,
    tbs_sha256: createHash('sha256').update(raw).digest('hex'),
    dns_names: [STRANGE, `login.${STRANGE}`],
    issuer: { name: 'O=Sonde Demo, CN=Demo Issuing CA', caa_domains: null },
    cert_der: raw.toString('base64'),
  };
}
