import { createHash } from 'node:crypto';
import { createAddressAllowance } from '../engines/tls/connection/address-allowance.ts';
import { examineSmtpServer, type SmtpTarget } from '../engines/tls/smtp/examine-smtp-server.ts';
import type { Net } from '../net/net.ts';
import { dkimPart } from '../tools/mail/dkim/dkim-part.ts';
import { dmarcPart } from '../tools/mail/dmarc/dmarc-part.ts';
import { createMailDns, type MailDns } from '../tools/mail/dns.ts';
import { type CheckedHost, checkHost } from '../tools/mail/spf/check-host.ts';
import { senderOf } from '../tools/mail/spf/macro-values.ts';
import { spfPart } from '../tools/mail/spf/spf-part.ts';
import { bimiPart } from '../tools/mail/transport/bimi-part.ts';
import { mtaStsPart } from '../tools/mail/transport/mta-sts-part.ts';

/** The parts of a mail check individually, for the benchmark. */

/** check_host() of RFC 7208 for one address and sender; without a sender, for the HELO name. */
export function checkSpf(
  net: Net,
  { ip, sender, helo }: { readonly ip: string; readonly sender: string; readonly helo: string },
  signal: AbortSignal,
): Promise<CheckedHost> {
  return checkHost(createMailDns(net, signal), senderOf(ip, sender === '' ? `postmaster@${helo}` : sender, helo));
}

const nobody = { ip: null, sender: null };

/** Each part by itself, without any earlier questions. */
const mailParts: Readonly<
  Record<string, (dns: MailDns, net: Net, domain: string, signal: AbortSignal) => Promise<unknown>>
> = {
  spf: (dns, _net, domain) => spfPart(dns, { domain, ...nobody }),
  dkim: (dns, _net, domain) => dkimPart(dns, domain, []),
  dmarc: (dns, _net, domain) => dmarcPart(dns, domain),
  mtaSts: (dns, net, domain, signal) => mtaStsPart(dns, net, domain, signal),
  bimi: (dns, net, domain, signal) => bimiPart(dns, net, domain, signal),
};

export const mailPartNames: readonly string[] = Object.keys(mailParts);

export function partOf(name: string, net: Net, domain: string, signal: AbortSignal): Promise<unknown> {
  const part = mailParts[name];
  if (part === undefined) throw new RangeError(`there is no part ${name}`);
  return part(createMailDns(net, signal), net, domain, signal);
}

/** SHA-256 of each certificate that a mail server presents, in hex; null without a handshake. */
export async function presentedBy(net: Net, target: SmtpTarget, signal: AbortSignal): Promise<string[] | null> {
  const { session } = await examineSmtpServer(target, { net, signal, allowance: createAddressAllowance(null) });
  return session?.certificates?.map((der) => createHash('sha256').update(der).digest('hex').toUpperCase()) ?? null;
}
