import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

/** How a domain states which servers accept its mail. */
export const mxKinds = ['mx', 'implicit', 'null', 'none'] as const;

/** One MX record, or the domain itself if it has none and accepts mail at its own address. */
export const MailExchange = z.object({
  preference: isEssential(described(z.number(), 'Preference; servers with lower values are tried first.', 10)),
  exchange: isEssential(
    described(z.string(), 'The name of the server; a dot for a null MX (RFC 7505).', 'mail.example.com'),
  ),
  addresses: isEssential(
    described(z.array(z.string()), 'Its addresses, without those that Sonde refuses to look up.', ['192.0.2.25']),
  ),
  problem: described(
    z.nullable(z.string()),
    'alias: the name is a CNAME; address: an address instead of a name; no-address; no-such-name; special-use; unreachable: its addresses could not be resolved; null-beside-others: a null MX beside other records; null: no problem.',
    'alias',
  ),
});
export type MailExchange = z.infer<typeof MailExchange>;

/** What a blocklist says about one address or name. */
export const BlocklistAnswer = z.object({
  list: isEssential(described(z.string(), 'The zone of the blocklist.', 'list.example.net')),
  kind: described(z.enum(['ip', 'domain']), 'Whether it lists addresses (ip) or domains (domain).', 'ip'),
  subject: described(z.string(), 'The address or name that was looked up.', '192.0.2.25'),
  state: isEssential(
    described(
      z.enum(['listed', 'not-listed', 'refused', 'unusable', 'unknown']),
      'listed; not-listed; refused: the list refuses queries from here; unusable: it fails the test entries of RFC 5782, so that its answers are meaningless; unknown: no reply.',
      'not-listed',
    ),
  ),
  answers: described(z.array(z.string()), 'The addresses in its reply, unchanged.', ['127.0.0.2']),
  text: described(z.nullable(z.string()), 'The reason that the list gives as text; null without one.', null),
});
export type BlocklistAnswer = z.infer<typeof BlocklistAnswer>;

/** The replies of one mail server on port 25, at one of its addresses. */
export const MailServer = z.object({
  name: isEssential(described(z.string(), 'Name in the MX record.', 'mail.example.com')),
  address: isEssential(described(z.string(), 'The address that was queried.', '192.0.2.25')),
  greeting: described(z.nullable(z.string()), 'Its first reply; null without one.', '220 mail.example.com ESMTP'),
  starttls: described(
    z.object({
      offered: isEssential(
        described(z.nullable(z.boolean()), 'Whether the server offers STARTTLS; null if not determined.', true),
      ),
      protocol: described(z.nullable(z.string()), 'The negotiated TLS version; null without a handshake.', 'TLSv1.3'),
      step: described(
        z.nullable(z.string()),
        'The step at which the session ended early: connect, greeting, ehlo, starttls or handshake; null if it was complete.',
        'greeting',
      ),
      reason: described(
        z.nullable(z.string()),
        'Why it ended early, in one word: refused (by a reply), or a reason such as timeout, reset, not-tls, handshake-failed; null if it was complete.',
        null,
      ),
      problem: described(
        z.nullable(z.string()),
        'Why the session ended early, in one sentence; null if it was complete.',
        null,
      ),
    }),
    'TLS on port 25: whether STARTTLS is offered, and what was negotiated.',
  ),
  certificate: described(
    z.nullable(
      z.object({
        valid: isEssential(
          described(z.boolean(), 'Whether the certificate is valid for the name in the MX record.', true),
        ),
        reasons: described(z.array(z.string()), 'Why it is not valid, with the reasons of the SSL check.', [
          'hostname_mismatch',
        ]),
      }),
    ),
    'Whether the certificate is valid for the name; null without a handshake.',
  ),
  reverseNames: described(z.array(z.string()), 'The names of the address in the reverse tree (PTR records).', [
    'mail.example.com',
  ]),
  isConfirmed: described(
    z.nullable(z.boolean()),
    'Whether one of these names resolves back to the address; null if that could not be determined.',
    true,
  ),
});
export type MailServer = z.infer<typeof MailServer>;
