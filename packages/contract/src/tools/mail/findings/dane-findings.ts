import { listed, quoted } from '../../../finding/wording.ts';
import { isTlsBroken } from './server-tls.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Dane = NonNullable<UnjudgedMail['dane']>[number];

/** Whether the TLSA records of each mail server can be trusted, and whether they match the certificates presented. */
export function daneFindings({ dane, domain, servers }: UnjudgedMail): MailFinding[] {
  return (dane ?? []).map((one) => {
    const about = `_25._tcp.${one.base}`;
    const { state, why } = one.chain;
    if (state === 'insecure') return finding('dane-insecure', 'note', about, quoted(why), null);
    if (state === 'bogus') {
      return finding(
        'dane-bogus',
        'bad',
        about,
        quoted(why),
        'Fix the DNSSEC signatures of that zone, or its DS records.',
      );
    }
    if (state === 'not-determinable') return finding('dane-unknown', 'unknown', about, quoted(why), null);
    return comparison(one, about, domain, servers);
  });
}

function comparison(one: Dane, about: string, domain: string, servers: UnjudgedMail['servers']): MailFinding {
  const texts = one.records.map(({ text }) => text);
  const inState = (state: Dane['records'][number]['state']) =>
    one.records.filter((record) => record.state === state).map(({ text }) => text);
  if (one.records.length > 0 && one.records.every(({ state }) => state === 'unusable')) {
    return finding('dane-unusable', 'warn', about, `${listed(texts)}.`, `Add a TLSA record 3 1 1 for ${one.name}.`);
  }
  if (one.matches === true) {
    const next = inState('differs');
    const waiting = next.length === 0 ? '' : ` ${listed(next)} matches no certificate presented now.`;
    return finding('dane-matches', 'good', about, `${listed(inState('fits'))} matches.${waiting}`, null);
  }
  if (one.matches === null) {
    return finding(
      'dane-unknown',
      'unknown',
      about,
      `They could not be compared with the certificate at every address of ${one.name}.`,
      null,
    );
  }
  const without = servers.find(
    (server) => server.name === one.name && (server.starttls.offered === false || isTlsBroken(server)),
  );
  if (without !== undefined) {
    const what = without.starttls.offered === false ? 'offers no TLS' : 'offers TLS that fails';
    const evidence = `${one.name} ${what}, but its TLSA records require it.`;
    return finding('dane-differs', 'bad', about, evidence, `Turn on TLS on port 25 of ${one.name}.`);
  }
  const evidence = `Not every address of ${one.name} presents a certificate that matches ${listed(texts)}.`;
  const fix = `Add a TLSA record for the current key of ${one.name}, for ${domain}.`;
  return finding('dane-differs', 'bad', about, evidence, fix);
}
