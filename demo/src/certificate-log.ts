import { type MaliciousWebServer, reply, startMaliciousWebServer } from '@sonde/lab';

/** Names for which certificates were issued; the last two no longer exist. */
const logged: Readonly<Record<string, readonly string[]>> = {
  'shop.test': ['shop.test', 'www.shop.test', 'api.shop.test', 'old-checkout.shop.test', 'christmas-2019.shop.test'],
};

/** A search of certificate logs with the interface of crt.sh: `/?q=%.DOMAIN&output=json`. */
export function startCertificateLog(): Promise<MaliciousWebServer> {
  return startMaliciousWebServer((socket, { target }) => {
    const domain = new URL(target, 'http://log.test').searchParams.get('q')?.replace(/^%\./, '') ?? '';
    const entries = (logged[domain] ?? []).map((name, id) => ({ id, common_name: name, name_value: name }));
    reply(socket, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(entries) });
  });
}
